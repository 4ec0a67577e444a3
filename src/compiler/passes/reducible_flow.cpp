#include "compiler/passes/reducible_flow.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/FixIrreducible.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>

namespace lanewise::compiler {

bool has_irreducible_flow(llvm::Function& function) {
    const llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loops(dominators);
    const llvm::ReversePostOrderTraversal<const llvm::Function*> order(&function);
    return llvm::containsIrreducibleCFG<const llvm::BasicBlock*>(order, loops);
}

llvm::PreservedAnalyses ReducibleFlow::run(llvm::Function& function,
                                           llvm::FunctionAnalysisManager& analyses) {
    if (!has_irreducible_flow(function)) return llvm::PreservedAnalyses::all();
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::LowerSwitchPass());
    passes.addPass(llvm::FixIrreduciblePass());
    return passes.run(function, analyses);
}

}  // namespace lanewise::compiler
