#include "compiler/plan/near_walks.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Instructions.h>

#include "compiler/analysis/expressions.h"
#include "compiler/ir/operations.h"
#include "compiler/limits/costs.h"
#include "compiler/plan/steady_walks.h"

namespace lanewise::compiler {
namespace {

// Whether the address of `gather` depends, through a phi of a loop header, on the result of `gather` in an earlier
// iteration. A dependence through the condition of a select does not count.
bool comes_back(const llvm::LoadInst& gather, const llvm::Loop& loop) {
    return depends_on(*gather.getPointerOperand(), [&](const llvm::Instruction& part) {
        if (!loop.contains(&part) || part.getType()->isIntegerTy(1)) return Seen::ignored;
        return &part == &gather ? Seen::wanted : Seen::passed;
    });
}

// Whether `wrapped` is a sequence that grows from lane to lane, modulo a power of two.
bool is_ring(const llvm::Instruction& wrapped, const ShapeInfo& shapes) {
    if (wrapped.getOpcode() != llvm::Instruction::And || !shapes.of(wrapped.getOperand(0)).is_strided()) return false;
    const auto* mask = llvm::dyn_cast<llvm::ConstantInt>(wrapped.getOperand(1));
    return mask && mask->getValue().isMask() && mask->getValue().uge(costs::fewest_lanes - 1);
}

// Whether `value` is a sum in which one term grows from lane to lane.
bool is_beside(const llvm::Value& value, const ShapeInfo& shapes) {
    return any_term(value, [&](const llvm::Value& term) {
        if (shapes.of(&term).is_strided()) return true;
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&term);
        return instruction && is_ring(*instruction, shapes);
    });
}

bool is_step_of_several(const llvm::Value& next, const llvm::PHINode& phi) {
    const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(&next);
    if (!sum || sum->getOpcode() != llvm::Instruction::Add || sum->getOperand(0) != &phi) return false;
    const auto* step = llvm::dyn_cast<llvm::ConstantInt>(sum->getOperand(1));
    return step && step->getValue().abs().ugt(1);
}

// Returns the value that the counter `phi` has before the first iteration. The loop may be the masked remainder of a
// loop without masks (linearize/fast_paths); in this case, returns the counter's first value in the loop without masks.
const llvm::Value& first_of(const llvm::PHINode& phi, const llvm::BasicBlock& before) {
    const llvm::Value* first = phi.getIncomingValueForBlock(&before);
    const auto* left = llvm::dyn_cast<llvm::PHINode>(first);
    if (!left || !llvm::all_equal(left->incoming_values())) return *first;
    const auto* counter = llvm::dyn_cast<llvm::PHINode>(left->getIncomingValue(0));
    if (!counter || counter->getNumIncomingValues() != 2) return *first;
    for (unsigned i = 0; i < 2; ++i)
        if (is_step_of_several(*counter->getIncomingValue(i), *counter)) return *counter->getIncomingValue(1 - i);
    return *first;
}

}  // namespace

bool follows_what_it_read(const llvm::Loop& loop, const AccessKinds& kinds) {
    return llvm::any_of(loop.blocks(), [&](const llvm::BasicBlock* block) {
        const bool masked = mask_of(*block) != nullptr;
        return llvm::any_of(*block, [&](const llvm::Instruction& instruction) {
            const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
            return load && is_scattered(kinds.of(*load, masked)) && comes_back(*load, loop);
        });
    });
}

bool walks_together(const llvm::Loop& loop, const ShapeInfo& shapes) {
    const llvm::BasicBlock* latch = loop.getLoopLatch();
    const llvm::BasicBlock* before = loop.getLoopPredecessor();
    if (!latch || !before) return false;
    return llvm::any_of(loop.getHeader()->phis(), [&](const llvm::PHINode& phi) {
        if (!phi.getType()->isIntegerTy() || !shapes.of(&phi).is_varying()) return false;
        const llvm::Value* next = phi.getIncomingValueForBlock(latch);
        if (const auto* joined = llvm::dyn_cast<llvm::PHINode>(next)) next = only_value(*joined);
        return next && is_step_of_several(*next, phi) && is_beside(first_of(phi, *before), shapes);
    });
}

}  // namespace lanewise::compiler
