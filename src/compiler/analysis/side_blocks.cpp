#include "compiler/analysis/side_blocks.h"

#include <llvm/IR/CFG.h>

namespace lanewise::compiler {

SideBlocks side_blocks(llvm::BasicBlock& start, const llvm::BasicBlock& join, const llvm::DominatorTree& dominators) {
    SideBlocks blocks;
    llvm::SmallVector<llvm::BasicBlock*, 16> stack{&start};
    while (!stack.empty()) {
        llvm::BasicBlock* block = stack.pop_back_val();
        if (block == &join || !blocks.insert(block)) continue;
        if (!dominators.dominates(&start, block)) return {};
        stack.append(llvm::succ_begin(block), llvm::succ_end(block));
    }
    return blocks;
}

}  // namespace lanewise::compiler
