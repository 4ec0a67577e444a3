#include "compiler/linearize/few_lanes/arm.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Instruction.h>

namespace lanewise::compiler {

using llvm::BasicBlock;

bool Arm::contains(const llvm::Value* value) const {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    return instruction && blocks.contains(const_cast<BasicBlock*>(instruction->getParent()));
}

bool Arm::collect(const llvm::DominatorTree& dominators) {
    if (start == join) return false;
    llvm::SmallVector<BasicBlock*, 16> stack{start};
    while (!stack.empty()) {
        BasicBlock* block = stack.pop_back_val();
        if (block == join || !blocks.insert(block)) continue;
        if (!dominators.dominates(start, block)) return false;
        stack.append(llvm::succ_begin(block), llvm::succ_end(block));
    }
    return !blocks.contains(head);
}

}  // namespace lanewise::compiler
