#include "compiler/pipeline/late_builtins.h"

#include "compiler/ir/builtin_names.h"
#include "compiler/library/inline_builtins.h"
#include "compiler/link/bitcode.h"
#include "compiler/link/link.h"
#include "compiler/pipeline/builtin_store.h"
#include "compiler/pipeline/stages.h"
#include "compiler/target/target_machine.h"

namespace lanewise::compiler {
namespace {

std::vector<std::string> late_builtins_of(const llvm::Module& module) {
    std::vector<std::string> names;
    for (const llvm::Function& function : module)
        if (function.isDeclaration() && !function.use_empty() && is_late_builtin(function.getName()))
            names.push_back(function.getName().str());
    return names;
}

bool link_body(llvm::Module& module, const ReadyBuiltin& builtin, std::string& log) {
    auto body = read_bitcode_lazily(builtin.body, module.getContext(), log);
    return body && link_definitions(module, std::move(body), log);
}

// A function that is left to be called needs no body where its machine code is known.
bool call_machine_code(llvm::Module& module, const std::string& name, const Target& target,
                       std::vector<LinkedFunction>& called, std::string& log) {
    llvm::Function* function = module.getFunction(name);
    if (!function) return true;  // inlined wherever it was called
    if (const FlatImage* code = builtin_code(name, target, log)) {
        function->deleteBody();
        called.push_back({name, code});
        return true;
    }
    return !function->isDeclaration() || link_body(module, *ready_builtin(name, target, log), log);
}

}  // namespace

bool supply_late_builtins(llvm::Module& module, AnalysisManagers& analyses, const Target& target,
                          std::vector<LinkedFunction>& called, PassObserver* observer, std::string& log) {
    const ObservedStage observed(observer, "link_late", module);
    const std::vector<std::string> names = late_builtins_of(module);
    for (const std::string& name : names) {
        const ReadyBuiltin* builtin = ready_builtin(name, target, log);
        if (!builtin) return false;
        if (may_be_inlined(*module.getFunction(name), builtin->size) && !link_body(module, *builtin, log)) return false;
    }
    set_target_attributes(module, target);
    run_stage(Stage::builtins, module, analyses, {.register_bits = target.vector_bits});
    for (const std::string& name : names)
        if (!call_machine_code(module, name, target, called, log)) return false;
    set_target_attributes(module, target);
    return true;
}

}  // namespace lanewise::compiler
