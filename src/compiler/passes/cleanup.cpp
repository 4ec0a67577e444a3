#include "compiler/passes/cleanup.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/IndVarSimplify.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/LoopStrengthReduce.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include "compiler/budget.h"

namespace lanewise::compiler {
namespace {

// Instead of the code generator's own (target_machine.cpp), which takes minutes for hundreds of loops.
void reduce_strength(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    if (analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder().size() >
        budget::strength_reduced_loops)
        return;
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LoopStrengthReducePass()));
    analyses.invalidate(function, passes.run(function, analyses));
}

}  // namespace

llvm::PreservedAnalyses Cleanup::run(llvm::Function& function,
                                     llvm::FunctionAnalysisManager& analyses) {
    const bool thorough = function.getInstructionCount() <= budget::cleaned_thoroughly;
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/thorough));
    if (thorough) {
        passes.addPass(llvm::InstCombinePass());
        passes.addPass(llvm::SimplifyCFGPass());
        llvm::LoopPassManager loops;
        loops.addPass(llvm::LoopRotatePass());
        loops.addPass(llvm::LICMPass(llvm::LICMOptions()));
        passes.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loops), /*UseMemorySSA=*/true));
        llvm::LoopPassManager unrolling;
        unrolling.addPass(llvm::IndVarSimplifyPass());
        unrolling.addPass(llvm::LoopFullUnrollPass(/*OptLevel=*/2));
        passes.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(unrolling)));
        passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
        passes.addPass(llvm::GVNPass());
        passes.addPass(llvm::InstCombinePass());
    }
    passes.addPass(llvm::SimplifyCFGPass());
    analyses.invalidate(function, passes.run(function, analyses));
    reduce_strength(function, analyses);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
