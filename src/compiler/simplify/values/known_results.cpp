#include "compiler/simplify/values/known_results.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Scalar/IndVarSimplify.h>
#include <llvm/Transforms/Scalar/LoopDeletion.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>

#include "compiler/ir/passes/apply.h"
#include "compiler/limits/budget.h"

namespace lanewise::compiler {
namespace {

// Whether a loop has no effects except the values that it computes. Most loops have other effects and need no further
// analysis.
bool only_computes(const llvm::Loop& loop) {
    return loop.isInnermost() && loop.getExitingBlock() && loop.getExitBlock() &&
           llvm::all_of(loop.blocks(), [](const llvm::BasicBlock* block) {
               return llvm::none_of(*block, [](const llvm::Instruction& instruction) {
                   return instruction.mayReadOrWriteMemory() || llvm::isa<llvm::CallInst>(instruction);
               });
           });
}

bool are_results_known(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
    if (!evolution.hasLoopInvariantBackedgeTakenCount(&loop)) return false;
    return llvm::all_of(loop.getExitBlock()->phis(), [&](llvm::PHINode& result) {
        llvm::Value* last = result.getIncomingValueForBlock(loop.getExitingBlock());
        if (loop.isLoopInvariant(last)) return true;
        return evolution.isSCEVable(last->getType()) &&
               evolution.isLoopInvariant(evolution.getSCEVAtScope(last, loop.getParentLoop()), &loop);
    });
}

class DropKnown : public llvm::PassInfoMixin<DropKnown> {
public:
    DropKnown() {
        passes_.addPass(llvm::IndVarSimplifyPass());
        passes_.addPass(llvm::LoopDeletionPass());
    }

    llvm::PreservedAnalyses run(llvm::Loop& loop, llvm::LoopAnalysisManager& analyses,
                                llvm::LoopStandardAnalysisResults& results, llvm::LPMUpdater& updater) {
        if (!only_computes(loop) || !are_results_known(loop, results.SE)) return llvm::PreservedAnalyses::all();
        return passes_.run(loop, analyses, results, updater);
    }

private:
    llvm::LoopPassManager passes_;
};

}  // namespace

llvm::PreservedAnalyses KnownResults::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    if (function.hasOptNone() || !budget::has_few_loops(function, analyses, budget::analysed_loops))
        return llvm::PreservedAnalyses::all();
    const auto loops = analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder();
    if (llvm::none_of(loops, [](const llvm::Loop* loop) { return only_computes(*loop); }))
        return llvm::PreservedAnalyses::all();
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::createFunctionToLoopPassAdaptor(DropKnown()));
    apply(function, analyses, std::move(passes));
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
