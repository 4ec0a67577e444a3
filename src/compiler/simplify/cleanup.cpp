#include "compiler/simplify/cleanup.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/IndVarSimplify.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/LoopStrengthReduce.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include <algorithm>

#include "compiler/ir/passes/apply.h"
#include "compiler/limits/budget.h"
#include "compiler/simplify/combine/combine_instructions.h"

namespace lanewise::compiler {
namespace {

// Runs loop strength reduction on all loops except the outermost loop, which iterates over work-groups and would not
// become faster.
class ReduceInnerLoops : public llvm::PassInfoMixin<ReduceInnerLoops> {
public:
    llvm::PreservedAnalyses run(llvm::Loop& loop, llvm::LoopAnalysisManager& analyses,
                                llvm::LoopStandardAnalysisResults& results, llvm::LPMUpdater& updater) {
        if (loop.isOutermost() && !loop.isInnermost()) return llvm::PreservedAnalyses::all();
        return pass_.run(loop, analyses, results, updater);
    }

private:
    llvm::LoopStrengthReducePass pass_;
};

// Runs loop strength reduction, but only on functions with few loops, because the pass is very slow for hundreds of
// loops. For the same reason, loop strength reduction is disabled in code generation (target/llvm_tables.cpp).
void reduce_strength(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    const unsigned most = std::min(budget::strength_reduced_loops,
                                   budget::strength_reduced_work / std::max(1U, function.getInstructionCount()));
    if (!budget::has_few_loops(function, analyses, most)) return;
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::createFunctionToLoopPassAdaptor(ReduceInnerLoops()));
    apply(function, analyses, std::move(passes));
}

// Whether `compared` is a counter of `loop` that does not start from a constant.
bool counts_from_unknown(const llvm::Value* compared, const llvm::Loop& loop) {
    const auto* step = llvm::dyn_cast<llvm::BinaryOperator>(compared);
    const auto* counter = llvm::dyn_cast<llvm::PHINode>(step ? step->getOperand(0) : compared);
    if (!counter || counter->getParent() != loop.getHeader()) return false;
    return !llvm::isa<llvm::Constant>(counter->getIncomingValueForBlock(loop.getLoopPreheader()));
}

// Whether an exit of `loop` may depend on a counter with constant start and end.
bool may_have_constant_count(const llvm::Loop& loop) {
    if (!loop.getLoopPreheader()) return false;
    llvm::SmallVector<llvm::BasicBlock*, 4> exiting;
    loop.getExitingBlocks(exiting);
    return llvm::any_of(exiting, [&](const llvm::BasicBlock* block) {
        const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
        const auto* compare =
            branch && branch->isConditional() ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition()) : nullptr;
        return compare && llvm::isa<llvm::ConstantInt>(compare->getOperand(1)) &&
               !counts_from_unknown(compare->getOperand(0), loop);
    });
}

// Unrolls loops with a small constant trip count. Cheap tests skip other loops first, since the analyses for unrolling
// are costly.
class UnrollCountedLoops : public llvm::PassInfoMixin<UnrollCountedLoops> {
public:
    UnrollCountedLoops() {
        passes_.addPass(llvm::IndVarSimplifyPass());
        passes_.addPass(llvm::LoopFullUnrollPass(/*OptLevel=*/2));
    }

    llvm::PreservedAnalyses run(llvm::Loop& loop, llvm::LoopAnalysisManager& analyses,
                                llvm::LoopStandardAnalysisResults& results, llvm::LPMUpdater& updater) {
        return may_have_constant_count(loop) && is_small(loop) ? passes_.run(loop, analyses, results, updater)
                                                               : llvm::PreservedAnalyses::all();
    }

private:
    // Whether `loop` is small enough to be unrolled.
    static bool is_small(const llvm::Loop& loop) {
        std::size_t instructions = 0;
        for (const llvm::BasicBlock* block : loop.blocks()) instructions += block->size();
        return instructions <= budget::unrolled_loop;
    }

    llvm::LoopPassManager passes_;
};

// Moves loop invariants out of loops, and unrolls loops with few iterations.
void clean_loops(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    if (!budget::has_few_loops(function, analyses, budget::cleaned_loops)) return;
    llvm::FunctionPassManager passes;
    llvm::LoopPassManager loops;
    if (budget::has_few_loops(function, analyses, budget::rotated_loops)) loops.addPass(llvm::LoopRotatePass());
    loops.addPass(llvm::LICMPass(llvm::LICMOptions()));
    passes.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loops), /*UseMemorySSA=*/true));
    if (budget::has_few_loops(function, analyses, budget::analysed_loops))
        passes.addPass(llvm::createFunctionToLoopPassAdaptor(UnrollCountedLoops()));
    apply(function, analyses, std::move(passes));
}

// Whether GVN is cheap enough. For each load, GVN searches all earlier instructions for the load's value.
bool has_few_loads(const llvm::Function& function) {
    const auto is_load = [](const llvm::Instruction& instruction) { return llvm::isa<llvm::LoadInst>(instruction); };
    const auto loads = static_cast<std::uint64_t>(llvm::count_if(llvm::instructions(function), is_load));
    return loads * function.getInstructionCount() <= budget::followed_loads;
}

}  // namespace

llvm::PreservedAnalyses Cleanup::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    const bool thorough = function.getInstructionCount() <= budget::cleaned_thoroughly &&
                          !function.hasFnAttribute(llvm::Attribute::OptimizeNone);
    llvm::FunctionPassManager before, after;
    before.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    before.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/thorough));
    if (thorough) {
        before.addPass(CombineInstructions());
        before.addPass(llvm::SimplifyCFGPass());
        after.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
        const bool follows_loads =
            budget::has_few_loops(function, analyses, budget::followed_loops) && has_few_loads(function);
        after.addPass(llvm::GVNPass(llvm::GVNOptions().setMemDep(follows_loads)));
        after.addPass(CombineInstructions());
    }
    after.addPass(llvm::SimplifyCFGPass());
    apply(function, analyses, std::move(before));
    if (thorough) clean_loops(function, analyses);
    apply(function, analyses, std::move(after));
    reduce_strength(function, analyses);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
