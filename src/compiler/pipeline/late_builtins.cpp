#include "compiler/pipeline/late_builtins.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "compiler/ir/calls/builtin_names.h"
#include "compiler/ir/facts.h"
#include "compiler/ir/parts.h"
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

// If machine code of the builtin `name` exists, makes the remaining calls use this code, and deletes the builtin's body
// in `module`. Returns false if the builtin is missing.
bool call_machine_code(llvm::Module& module, const std::string& name, const Target& target,
                       std::vector<LinkedFunction>& called, std::string& log) {
    llvm::Function* function = module.getFunction(name);
    if (!function) return true;  // all calls were inlined
    if (const FlatImage* code = builtin_code(name, target, log)) {
        function->deleteBody();
        called.push_back({name, code});
        return true;
    }
    return !function->isDeclaration() || link_body(module, *ready_builtin(name, target, log), log);
}

// Estimates how often one work-item calls builtins, with an assumed trip count for each loop. The assumed trip count is
// far greater for loops that were vectorized (simplify/loops/vectorize_loops.h).
unsigned calls_of_item(llvm::Module& module, AnalysisManagers& analyses, llvm::ArrayRef<std::string> names) {
    constexpr unsigned in_loop = 16, in_vectorized_loop = 1 << 16;
    unsigned calls = 1;
    for (llvm::Function* chunk : find_chunks(module)) {
        const auto& loops = analyses.functions().getResult<llvm::LoopAnalysis>(*chunk);
        const bool has_lanes = number_fact(*chunk, fact::lanes, 1) > 1;
        for (const llvm::Instruction& instruction : llvm::instructions(*chunk)) {
            const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
            const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
            if (!callee || !loops.getLoopFor(call->getParent()) || !llvm::is_contained(names, callee->getName()))
                continue;
            calls = std::max(calls, !has_lanes && call->getType()->isVectorTy() ? in_vectorized_loop : in_loop);
        }
    }
    return calls;
}

// Decides whether large builtins are inlined or called. Large builtins are inlined if the options ask for full
// optimization, or if launches are expected to take long.
LargeBuiltins treatment_of_large(llvm::Module& module, AnalysisManagers& analyses, llvm::ArrayRef<std::string> names,
                                 const CodeOptions& options) {
    if (options.effort == Effort::full) return LargeBuiltins::inlined;
    const bool are_long = options.launches && options.launches->are_long(calls_of_item(module, analyses, names));
    return are_long ? LargeBuiltins::inlined : LargeBuiltins::called;
}

}  // namespace

bool supply_late_builtins(llvm::Module& module, AnalysisManagers& analyses, const CodeOptions& options,
                          std::vector<LinkedFunction>& called, PassObserver* observer, std::string& log) {
    const ObservedStage observed(observer, "link_late", module);
    const Target& target = options.target;
    const std::vector<std::string> names = late_builtins_of(module);
    const LargeBuiltins large = treatment_of_large(module, analyses, names, options);
    bool gains_bodies = false;
    for (const std::string& name : names) {
        const ReadyBuiltin* builtin = ready_builtin(name, target, log);
        if (!builtin) return false;
        const llvm::Function& function = *module.getFunction(name);
        if (!may_be_inlined(function, builtin->size, large))
            gains_bodies |= may_be_inlined(function, builtin->size, LargeBuiltins::inlined);
        else if (!link_body(module, *builtin, log))
            return false;
    }
    if (gains_bodies) set_provisional(module);
    set_target_attributes(module, target);
    run_stage(Stage::builtins, module, analyses, {.register_bits = target.vector_bits, .large_builtins = large});
    for (const std::string& name : names)
        if (!call_machine_code(module, name, target, called, log)) return false;
    set_target_attributes(module, target);
    return true;
}

}  // namespace lanewise::compiler
