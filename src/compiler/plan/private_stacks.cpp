#include "compiler/plan/private_stacks.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include "compiler/limits/costs.h"
#include "compiler/plan/latency.h"
#include "compiler/plan/steady_walks.h"

namespace lanewise::compiler {
namespace {

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
