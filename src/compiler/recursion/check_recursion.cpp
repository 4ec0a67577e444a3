#include "compiler/recursion/check_recursion.h"

#include <llvm/IR/LLVMContext.h>

#include "compiler/ir/calls/call_cycles.h"
#include "compiler/ir/calls/call_places.h"
#include "compiler/ir/parts.h"
#include "compiler/ir/passes/analysis_managers.h"
#include "compiler/ir/signature.h"
#include "compiler/link/bitcode.h"
#include "compiler/link/link.h"
#include "compiler/prepare/calls/keep_iterations.h"
#include "compiler/prepare/safe_division.h"
#include "compiler/recursion/fold_recursion.h"

namespace lanewise::compiler {
namespace {

// Returns the name of a function that `kernel` still calls recursively after the first passes of its compilation; empty
// if there is none.
std::string recursion_of(const Ir& program, const llvm::Function& kernel, std::string& log) {
    llvm::LLVMContext context;
    auto whole = read_bitcode_lazily(program, context, log);
    const llvm::Module& source = *kernel.getParent();
    auto module = whole ? extract_kernel(std::move(whole), kernel.getName(), source.getDataLayout(),
                                         source.getTargetTriple(), log)
                        : nullptr;
    if (!module || !link_builtins(*module, BuiltinStage::early, log)) return {};
    AnalysisManagers analyses;
    llvm::ModulePassManager passes;
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(SafeDivision()));
    passes.addPass(KeepIterations());
    passes.addPass(FoldRecursion());
    passes.run(*module, analyses.modules());
    return find_kernel(*module)->getFnAttribute(recursion_attribute).getValueAsString().str();
}

std::string describe(const CallCycle& cycle) {
    std::vector<FunctionPlaces> functions;
    for (const llvm::Function* function : cycle) functions.push_back(call_places_of(*function));
    std::string text;
    for (const FunctionPlaces& caller : functions) {
        bool told = false;
        for (const auto& [callee, place] : caller.calls) {
            if (llvm::none_of(functions, [&](const FunctionPlaces& other) { return other.name == callee; })) continue;
            text.append(place).append(": '").append(caller.name).append("' calls '").append(callee).append("'\n");
            told = true;
        }
        if (told) continue;
        if (!caller.place.empty()) text.append(caller.place).append(": ");
        text.append("'").append(caller.name).append("' calls itself\n");
    }
    return text;
}

}  // namespace

bool check_recursion(llvm::Module& program, std::string& log) {
    const std::vector<CallCycle> cycles = find_call_cycles(program);
    if (cycles.empty()) return true;
    const FunctionSet reaching = functions_that_reach(cycles);
    const Ir ir = write_bitcode(program);
    for (llvm::Function& kernel : program) {
        if (!is_kernel(kernel) || !reaching.contains(&kernel)) continue;
        const std::string name = recursion_of(ir, kernel, log);
        if (name.empty()) continue;
        const auto cycle = llvm::find_if(cycles, [&](const CallCycle& candidate) {
            return llvm::any_of(candidate, [&](const llvm::Function* function) { return function->getName() == name; });
        });
        log += "error: kernel '" + kernel.getName().str() +
               "' needs recursion, which OpenCL C does not have; only recursion that constants end is compiled:\n";
        if (cycle != cycles.end()) log += describe(*cycle);
        return false;
    }
    return true;
}

}  // namespace lanewise::compiler
