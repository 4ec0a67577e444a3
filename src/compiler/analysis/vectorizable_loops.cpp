#include "compiler/analysis/vectorizable_loops.h"

#include <llvm/ADT/SmallSet.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "compiler/ir/calls/builtin_names.h"
#include "compiler/ir/facts.h"
#include "compiler/limits/budget.h"
#include "compiler/limits/costs.h"

namespace lanewise::compiler {
namespace {

// False for instructions that LLVM's vectorizer also rejects.
bool may_be_vectorized(const llvm::Instruction& instruction, const llvm::Loop& loop) {
    if (instruction.isAtomic() || instruction.isVolatile() || instruction.getType()->isVectorTy()) return false;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
        return !store->getValueOperand()->getType()->isVectorTy();
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (!call || llvm::isa<llvm::IntrinsicInst>(call) || calls_late_builtin(*call)) return true;
    return call->doesNotAccessMemory() && loop.hasLoopInvariantOperands(call);
}

// True if the loop has a floating-point reduction that may be reordered and whose result depends on the order. Examples
// are sums that may be reassociated, and minima and maxima, which may return either of two zeros.
bool has_result_by_order(const llvm::Loop& loop) {
    return llvm::any_of(loop.getHeader()->phis(), [&](const llvm::PHINode& phi) {
        if (!phi.getType()->isFloatingPointTy()) return false;
        const llvm::Value* next = phi.getIncomingValueForBlock(loop.getLoopLatch());
        if (llvm::isa<llvm::SelectInst, llvm::IntrinsicInst, llvm::PHINode>(next)) return true;
        const auto* operation = llvm::dyn_cast<llvm::FPMathOperator>(next);
        return operation && operation->hasAllowReassoc();
    });
}

// Counts the different widths of induction variables that are extended or truncated in a loop.
class NarrowCounts {
public:
    bool follow(const llvm::SCEV* value) {
        const auto* cast = llvm::dyn_cast<llvm::SCEVIntegralCastExpr>(value);
        if (!cast) return true;
        const auto counts = [](const llvm::SCEV* part) { return llvm::isa<llvm::SCEVAddRecExpr>(part); };
        if (llvm::SCEVExprContains(cast->getOperand(), counts))
            widths_.insert(
                std::min(cast->getType()->getIntegerBitWidth(), cast->getOperand()->getType()->getIntegerBitWidth()));
        return true;
    }
    bool isDone() const { return false; }
    std::size_t widths() const { return widths_.size(); }

private:
    llvm::SmallSet<unsigned, 4> widths_;
};

}  // namespace

bool calls_late_builtin(const llvm::CallInst& call) {
    const llvm::Function* callee = call.getCalledFunction();
    return callee && !call.getType()->isVoidTy() && is_late_builtin(callee->getName());
}

bool looks_vectorizable(const llvm::Loop& loop) {
    if (!loop.isInnermost() || !loop.getLoopLatch() || !loop.getExitingBlock()) return false;
    std::size_t instructions = 0;
    for (const llvm::BasicBlock* block : loop.blocks()) {
        instructions += block->size();
        if (instructions > budget::vectorized_loop) return false;
        if (!llvm::all_of(*block, [&](const llvm::Instruction& each) { return may_be_vectorized(each, loop); }))
            return false;
    }
    return loop.getHeader()->getParent()->hasFnAttribute(fact::same_loops) || !has_result_by_order(loop);
}

bool is_vectorizable(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
    if (!looks_vectorizable(loop)) return false;
    const unsigned trips = evolution.getSmallConstantTripCount(&loop);
    if (trips != 0 && trips < costs::fewest_vectorized) return false;
    return evolution.hasLoopInvariantBackedgeTakenCount(&loop);
}

// LLVM's vectorizer checks one induction variable for wrap-around, and assumes the same result for a narrower induction
// variable (SCEVWrapPredicate::implies). For `a[i & 63] + b[i + 16]` with an unsigned i, LLVM would thus generate
// vector code that reads beyond a[63].
bool counts_in_several_types(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
    NarrowCounts counts;
    for (const llvm::BasicBlock* block : loop.blocks())
        for (const llvm::Instruction& instruction : *block)
            if (evolution.isSCEVable(instruction.getType()))
                llvm::visitAll(evolution.getSCEV(const_cast<llvm::Instruction*>(&instruction)), counts);
    return counts.widths() > 1;
}

}  // namespace lanewise::compiler
