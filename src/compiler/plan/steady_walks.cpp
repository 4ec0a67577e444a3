#include "compiler/plan/steady_walks.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/operations.h"
#include "compiler/limits/budget.h"
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

bool moves_alike(const llvm::Value& value, const llvm::Loop& loop, const ShapeInfo& shapes, unsigned depth) {
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&value)) return steps_alike(*phi, loop, shapes);
    const auto* sum = llvm::dyn_cast<llvm::Instruction>(&value);
    if (!sum || depth == budget::address_depth) return false;
    if (const llvm::Value* whole = unwrapped(sum, shapes); whole != sum)
        return moves_alike(*whole, loop, shapes, depth + 1);
    if (!llvm::isa<llvm::CastInst, llvm::GetElementPtrInst>(sum) && sum->getOpcode() != llvm::Instruction::Add)
        return false;
    return llvm::any_of(sum->operands(),
                        [&](const llvm::Use& part) { return moves_alike(*part, loop, shapes, depth + 1); });
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
    return moves_alike(value, loop, shapes, 0);
}

bool searches_apart(const llvm::Loop& loop, const ShapeInfo& shapes, const AccessKinds& kinds) {
    if (!ends_by_vote(loop)) return false;
    const auto* branch = llvm::cast<llvm::BranchInst>(loop.getLoopLatch()->getTerminator());
    llvm::SmallVector<const llvm::Value*, 16> open{branch->getCondition()};
    llvm::SmallPtrSet<const llvm::Value*, 16> seen;
    while (!open.empty()) {
        const auto* part = llvm::dyn_cast<llvm::Instruction>(open.pop_back_val());
        if (!part || !loop.contains(part) || !seen.insert(part).second) continue;
        if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(part)) {
            const bool masked = mask_of(*load->getParent()) != nullptr;
            if (is_scattered(kinds.of(*load, masked)) && moves_alike(*load->getPointerOperand(), loop, shapes))
                return true;
        } else if (!llvm::isa<llvm::PHINode>(part) || part->getParent() != loop.getHeader()) {
            open.append(part->op_begin(), part->op_end());
        }
    }
    return false;
}

}  // namespace lanewise::compiler
