#include "compiler/passes/canonicalize.h"

#include <llvm/IR/Function.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/JumpThreading.h>
#include <llvm/Transforms/Scalar/LowerExpectIntrinsic.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/UnifyFunctionExitNodes.h>

#include "compiler/passes/reducible_flow.h"

namespace lanewise::compiler {

llvm::PreservedAnalyses Canonicalize::run(llvm::Function& function,
                                          llvm::FunctionAnalysisManager& analyses) {
    llvm::FunctionPassManager passes;
    // A `break` in a scope with variables goes through a switch over where to go: as an if it is threaded.
    const auto flow = llvm::SimplifyCFGOptions().convertSwitchRangeToICmp(true);
    passes.addPass(llvm::LowerExpectIntrinsicPass());
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/false));
    passes.addPass(llvm::InstCombinePass());
    passes.addPass(llvm::SimplifyCFGPass(flow));
    passes.addPass(llvm::JumpThreadingPass());
    passes.addPass(llvm::SimplifyCFGPass(flow));
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::UnifyFunctionExitNodesPass());
    passes.addPass(ReducibleFlow());
    passes.addPass(llvm::LoopSimplifyPass());
    passes.addPass(llvm::LCSSAPass());
    return passes.run(function, analyses);
}

}  // namespace lanewise::compiler
