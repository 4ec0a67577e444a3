// Finds the blocks of one side of a branch, or the blocks of a loop if the side begins with the loop's header.
//
//   head: br i1 %c, label %start, label %join       side of `start`: start, loop
//   start: br label %loop
//   loop:  ... br i1 %d, label %loop, label %join
//
// Thread-safety: pure function.
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/Dominators.h>

namespace lanewise::compiler {

using SideBlocks = llvm::SmallSetVector<llvm::BasicBlock*, 16>;

/// Returns `start` and all blocks that `start` reaches without passing through `join`. Returns no blocks if `start`
/// does not dominate all of these blocks.
SideBlocks side_blocks(llvm::BasicBlock& start, const llvm::BasicBlock& join, const llvm::DominatorTree& dominators);

}  // namespace lanewise::compiler
