#include "compiler/plan/private_stacks.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include "compiler/analysis/expressions.h"
#include "compiler/ir/operations.h"
#include "compiler/limits/costs.h"
#include "compiler/plan/estimates/latency.h"
#include "compiler/plan/steady_walks.h"

namespace lanewise::compiler {
namespace {

// Returns the private array that `instruction` accesses at scattered addresses; otherwise null.
const llvm::AllocaInst* array_indexed_apart(const llvm::Instruction& instruction, bool masked,
                                            const AccessKinds& kinds) {
    const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
    if (!pointer || !is_scattered(kinds.of(instruction, masked))) return nullptr;
    return llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer));
}

// Whether `pointer` depends on a value that changes by a different step in each lane of a divergent loop, such as a
// stack's top. Ignores conditions that only choose among several addresses, for example the choice of a pivot row.
bool goes_by_own_steps(const llvm::Value& pointer, const llvm::Loop& loop, const llvm::LoopInfo& loops,
                       const ShapeInfo& shapes) {
    return depends_on(pointer, [&](const llvm::Instruction& part) {
        if (!loop.contains(&part) || part.getType()->isIntegerTy(1)) return Seen::ignored;
        if (!shapes.of(&part).is_varying() || part.mayReadOrWriteMemory()) return Seen::ignored;
        const llvm::Loop* own = llvm::isa<llvm::PHINode>(part) ? loops.getLoopFor(part.getParent()) : nullptr;
        return own && own->getHeader() == part.getParent() && ends_by_vote(*own) ? Seen::wanted : Seen::passed;
    });
}

bool is_costly(const llvm::Loop& loop, const llvm::LoopInfo& loops, const ShapeInfo& shapes, const AccessKinds& kinds) {
    llvm::SmallPtrSet<const llvm::AllocaInst*, 8> loaded, stored;
    unsigned accesses = 0, work = 0;
    for (const llvm::BasicBlock* block : loop.blocks()) {
        const bool masked = mask_of(*block) != nullptr;
        for (const llvm::Instruction& instruction : *block) {
            work += !llvm::isa<llvm::PHINode, llvm::CastInst, llvm::GetElementPtrInst>(instruction) &&
                    shapes.of(&instruction).is_varying();
            const llvm::AllocaInst* array = array_indexed_apart(instruction, masked, kinds);
            if (!array) continue;
            const llvm::Value& pointer = *llvm::getLoadStorePointerOperand(&instruction);
            if (moves_alike(pointer, loop, shapes) || !goes_by_own_steps(pointer, loop, loops, shapes)) continue;
            ++accesses;
            (llvm::isa<llvm::StoreInst>(instruction) ? stored : loaded).insert(array);
        }
    }
    if (llvm::none_of(stored, [&](const auto* array) { return loaded.contains(array); })) return false;
    return !loop.isInnermost() || accesses * 100 >= work * costs::lookup_share;
}

}  // namespace

bool has_costly_stacks(llvm::Function& linearized, const ShapeInfo& shapes, const AccessKinds& kinds) {
    const llvm::DominatorTree dominators(linearized);
    const llvm::LoopInfo loops(dominators);
    return llvm::any_of(loops.getLoopsInPreorder(), [&](const llvm::Loop* loop) {
        return ends_by_vote(*loop) && is_costly(*loop, loops, shapes, kinds);
    });
}

}  // namespace lanewise::compiler
