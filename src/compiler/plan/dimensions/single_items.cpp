#include "compiler/plan/dimensions/single_items.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/address_spaces.h"

namespace lanewise::compiler {
namespace {

// Whether all work-items that differ only in the id of one dimension reach `block` together.
bool is_reached_together(const llvm::BasicBlock& block, const ShapeInfo& shapes,
                         const llvm::DominatorTree& dominators) {
    const auto* node = dominators.getNode(&block);
    if (!node) return false;
    for (node = node->getIDom(); node; node = node->getIDom()) {
        const llvm::Instruction& end = *node->getBlock()->getTerminator();
        if (end.getNumSuccessors() > 1 && !shapes.of(end.getOperand(0)).is_uniform()) return false;
    }
    return true;
}

bool stores_at_one_place(const llvm::Instruction& instruction, const ShapeInfo& shapes) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    return store && store->getPointerAddressSpace() == local_space &&
           shapes.of(store->getPointerOperand()).is_uniform() && !shapes.of(store->getValueOperand()).is_uniform();
}

}  // namespace

bool has_single_items(const llvm::Function& kernel, const ShapeInfo& shapes, const llvm::DominatorTree& dominators) {
    return llvm::any_of(llvm::instructions(kernel), [&](const llvm::Instruction& instruction) {
        return stores_at_one_place(instruction, shapes) &&
               is_reached_together(*instruction.getParent(), shapes, dominators);
    });
}

}  // namespace lanewise::compiler
