#include "compiler/linearize/fast_paths/copies.h"

#include <llvm/Transforms/Utils/Cloning.h>

namespace lanewise::compiler {

void copy_blocks(llvm::ArrayRef<llvm::BasicBlock*> blocks, llvm::ValueToValueMapTy& copies) {
    llvm::SmallVector<llvm::BasicBlock*, 16> made;
    for (llvm::BasicBlock* block : blocks) {
        made.push_back(llvm::CloneBasicBlock(block, copies, ".all", block->getParent()));
        copies[block] = made.back();
    }
    llvm::remapInstructionsInBlocks(made, copies);
}

}  // namespace lanewise::compiler
