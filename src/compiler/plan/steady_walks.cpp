#include "compiler/plan/steady_walks.h"

#include <llvm/IR/Instructions.h>

#include "compiler/analysis/expressions.h"
#include "compiler/ir/operations.h"
#include "compiler/plan/estimates/latency.h"

namespace lanewise::compiler {
namespace {

bool is_binary(const llvm::Value* value, llvm::Instruction::BinaryOps code) {
    const auto* operation = llvm::dyn_cast_or_null<llvm::BinaryOperator>(value);
    return operation && operation->getOpcode() == code;
}

// Returns x if `value` is x modulo a power of two, otherwise `value`.
const llvm::Value* unwrapped(const llvm::Value* value, const ShapeInfo& shapes) {
    if (!is_binary(value, llvm::Instruction::And)) return value;
    const auto* wrapped = llvm::cast<llvm::BinaryOperator>(value);
    return shapes.of(wrapped->getOperand(1)).is_uniform() ? wrapped->getOperand(0) : value;
}

bool steps_alike(const llvm::PHINode& phi, const llvm::Loop& loop, const ShapeInfo& shapes) {
    const llvm::BasicBlock* latch = loop.getLoopLatch();
    if (phi.getParent() != loop.getHeader() || !latch) return false;
    const llvm::Value* after = phi.getIncomingValueForBlock(latch);
    if (const auto* joined = llvm::dyn_cast<llvm::PHINode>(after)) after = only_value(*joined);
    if (!after) return false;
    after = unwrapped(after, shapes);
    if (!is_binary(after, llvm::Instruction::Add)) return false;
    const auto* next = llvm::cast<llvm::BinaryOperator>(after);
    return unwrapped(next->getOperand(0), shapes) == &phi && shapes.of(next->getOperand(1)).is_uniform();
}

}  // namespace

const llvm::Value* only_value(const llvm::PHINode& phi) {
    const llvm::Value* only = nullptr;
    for (const llvm::Value* value : phi.incoming_values()) {
        if (llvm::isa<llvm::UndefValue>(value)) continue;
        if (only) return &phi;
        only = value;
    }
    return only;
}

bool moves_alike(const llvm::Value& value, const llvm::Loop& loop, const ShapeInfo& shapes) {
    const auto is_stepped = [&](const llvm::Value& term) {
        const auto* phi = llvm::dyn_cast<llvm::PHINode>(&term);
        return phi && steps_alike(*phi, loop, shapes);
    };
    return any_term(value, is_stepped, [&](const llvm::Value& term) { return unwrapped(&term, shapes); });
}

bool searches_apart(const llvm::Loop& loop, const ShapeInfo& shapes, const AccessKinds& kinds) {
    if (!ends_by_vote(loop)) return false;
    const auto* branch = llvm::cast<llvm::BranchInst>(loop.getLoopLatch()->getTerminator());
    return depends_on(*branch->getCondition(), [&](const llvm::Instruction& part) {
        if (!loop.contains(&part)) return Seen::ignored;
        if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&part)) {
            const bool masked = mask_of(*load->getParent()) != nullptr;
            const bool is_own =
                is_scattered(kinds.of(*load, masked)) && moves_alike(*load->getPointerOperand(), loop, shapes);
            return is_own ? Seen::wanted : Seen::ignored;
        }
        const bool is_carried = llvm::isa<llvm::PHINode>(part) && part.getParent() == loop.getHeader();
        return is_carried ? Seen::ignored : Seen::passed;
    });
}

}  // namespace lanewise::compiler
