#include "compiler/plan/private_stacks.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include "compiler/limits/budget.h"
#include "compiler/limits/costs.h"
#include "compiler/plan/latency.h"

namespace lanewise::compiler {
namespace {

// What comes to `phi` where anything does: values of blocks that are skipped with no lane on are poison there.
const llvm::Value* only_value(const llvm::PHINode& phi) {
    const llvm::Value* only = nullptr;
    for (const llvm::Value* value : phi.incoming_values()) {
        if (llvm::isa<llvm::UndefValue>(value)) continue;
        if (only) return &phi;
        only = value;
    }
    return only;
}

// Whether `value` is a phi of the loop's header that all lanes step alike, wherever each began, or a sum with one.
bool moves_alike(const llvm::Value& value, const llvm::Loop& loop, const ShapeInfo& shapes, unsigned depth = 0) {
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&value)) {
        const llvm::BasicBlock* latch = loop.getLoopLatch();
        if (phi->getParent() != loop.getHeader() || !latch) return false;
        const llvm::Value* behind = phi->getIncomingValueForBlock(latch);
        if (const auto* joined = llvm::dyn_cast<llvm::PHINode>(behind)) behind = only_value(*joined);
        const auto* next = llvm::dyn_cast_or_null<llvm::BinaryOperator>(behind);
        return next && next->getOpcode() == llvm::Instruction::Add && next->getOperand(0) == phi &&
               shapes.of(next->getOperand(1)).is_uniform();
    }
    const auto* sum = llvm::dyn_cast<llvm::Instruction>(&value);
    if (!sum || depth == budget::address_depth) return false;
    if (!llvm::isa<llvm::CastInst, llvm::GetElementPtrInst>(sum) && sum->getOpcode() != llvm::Instruction::Add)
        return false;
    return llvm::any_of(sum->operands(),
                        [&](const llvm::Use& part) { return moves_alike(*part, loop, shapes, depth + 1); });
}

// The private array that `pointer` lies in at an index that differs between lanes in no pattern, or null.
const llvm::AllocaInst* array_indexed_apart(const llvm::Value* pointer, const ShapeInfo& shapes) {
    if (!pointer || !shapes.of(pointer).is_varying()) return nullptr;
    return llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer));
}

bool is_costly(const llvm::Loop& loop, const ShapeInfo& shapes) {
    llvm::SmallPtrSet<const llvm::AllocaInst*, 8> loaded, stored;
    unsigned accesses = 0, work = 0;
    for (const llvm::BasicBlock* block : loop.blocks())
        for (const llvm::Instruction& instruction : *block) {
            work += !llvm::isa<llvm::PHINode, llvm::CastInst, llvm::GetElementPtrInst>(instruction) &&
                    shapes.of(&instruction).is_varying();
            const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
            const llvm::AllocaInst* array = array_indexed_apart(pointer, shapes);
            if (!array || moves_alike(*pointer, loop, shapes)) continue;
            ++accesses;
            (llvm::isa<llvm::StoreInst>(instruction) ? stored : loaded).insert(array);
        }
    if (llvm::none_of(stored, [&](const auto* array) { return loaded.contains(array); })) return false;
    return !loop.isInnermost() || accesses * 100 >= work * costs::lookup_share;
}

}  // namespace

bool has_costly_stacks(llvm::Function& linearized, const ShapeInfo& shapes) {
    const llvm::DominatorTree dominators(linearized);
    const llvm::LoopInfo loops(dominators);
    return llvm::any_of(loops.getLoopsInPreorder(),
                        [&](const llvm::Loop* loop) { return ends_by_vote(*loop) && is_costly(*loop, shapes); });
}

}  // namespace lanewise::compiler
