#include "compiler/plan/estimates/block_frequency.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>

#include "compiler/ir/operations.h"
#include "compiler/limits/costs.h"

namespace lanewise::compiler {
namespace {

using namespace llvm::PatternMatch;

constexpr unsigned deepest = 6;  // loops that are nested deeper are treated like loops of this depth

// Returns the value of `counter` in the next iteration, for active lanes. Looks through a phi that linearize makes and
// that is poison in inactive lanes.
const llvm::Value& next_of(const llvm::PHINode& counter, const llvm::BasicBlock& latch) {
    const llvm::Value* next = counter.getIncomingValueForBlock(&latch);
    const auto* blend = llvm::dyn_cast<llvm::PHINode>(next);
    if (!blend || blend->getNumIncomingValues() != 2) return *next;
    for (unsigned i = 0; i < 2; ++i)
        if (llvm::isa<llvm::PoisonValue>(blend->getIncomingValue(i))) return *blend->getIncomingValue(1 - i);
    return *next;
}

// Estimates the trip count of `loop` for each work-item, at most costs::inner_iterations. Computes the trip count from
// a counter whose step and end are constants. The counter is assumed to start at 0 or at an id. If the step is the
// local size, the work-items of the group share the iterations, for example to fill a tile in local memory.
std::uint64_t likely_trips(const llvm::Loop& loop) {
    const llvm::BasicBlock* latch = loop.getLoopLatch();
    if (!latch) return costs::inner_iterations;
    for (const llvm::PHINode& counter : loop.getHeader()->phis()) {
        const auto* next = llvm::dyn_cast<llvm::BinaryOperator>(&next_of(counter, *latch));
        if (!next || next->getOpcode() != llvm::Instruction::Add || next->getOperand(0) != &counter) continue;
        const llvm::Value* step = next->getOperand(1);
        while (const auto* cast = llvm::dyn_cast<llvm::CastInst>(step)) step = cast->getOperand(0);
        if (as_operation(step, op::local_size)) return costs::rounds_of_group;
        const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(step);
        if (!constant || !constant->getValue().isStrictlyPositive()) continue;
        for (const llvm::Value* value : {llvm::cast<llvm::Value>(&counter), llvm::cast<llvm::Value>(next)})
            for (const llvm::User* user : value->users()) {
                const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(user);
                const auto* end = compare ? llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(1)) : nullptr;
                if (!end || !loop.contains(compare) || !end->getValue().isStrictlyPositive()) continue;
                const std::uint64_t trips = llvm::divideCeil(end->getLimitedValue(), constant->getLimitedValue());
                return std::clamp<std::uint64_t>(trips, 1, costs::inner_iterations);
            }
    }
    return costs::inner_iterations;
}

}  // namespace

BlockFrequency::BlockFrequency(const llvm::LoopInfo& loops) : loops_(loops) {
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
        const llvm::Loop* parent = loop->getParentLoop();
        runs_[loop] = (parent ? runs_[parent] : 1) * (loop->getLoopDepth() <= deepest ? likely_trips(*loop) : 1);
    }
}

std::uint64_t BlockFrequency::of(const llvm::BasicBlock& block) const {
    const llvm::Loop* loop = loops_.getLoopFor(&block);
    return loop ? runs_.at(loop) : 1;
}

bool ends_by_rounds(const llvm::Loop& loop, unsigned lanes, const ShapeInfo& shapes) {
    const llvm::BasicBlock *before = loop.getLoopPreheader(), *latch = loop.getLoopLatch();
    if (!before || !latch) return false;
    for (const llvm::PHINode& live : loop.getHeader()->phis()) {
        const llvm::APInt *end = nullptr, *step = nullptr;
        llvm::Value *is_below = nullptr, *counter = nullptr;
        // A lane stays live if it was live before and its counter is below the end.
        if (!live.getType()->isIntegerTy(1) ||
            !match(live.getIncomingValueForBlock(latch), m_Select(m_Specific(&live), m_Value(is_below), m_Zero())))
            continue;
        if (!match(is_below, m_ICmp(m_Value(counter), m_APInt(end))) || !llvm::isa<llvm::PHINode>(counter)) continue;
        const auto& phi = llvm::cast<llvm::PHINode>(*counter);
        if (phi.getParent() != loop.getHeader() ||
            !llvm::ICmpInst::isLT(llvm::cast<llvm::ICmpInst>(is_below)->getPredicate()) ||
            !match(&next_of(phi, *latch), m_Add(m_Specific(&phi), m_APInt(step))))
            continue;
        const Shape start = shapes.of(phi.getIncomingValueForBlock(before));
        if (start.is_strided() && start.stride > 0 && step->sge(start.stride * lanes) && step->sle(*end)) return true;
    }
    return false;
}

}  // namespace lanewise::compiler
