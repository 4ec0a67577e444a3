// A divergent region, which only some lanes of a chunk may run. It is a side of a divergent branch, or the remaining
// iterations of a loop that lanes leave one by one.
//
//   head: br i1 %c, label %start, label %join       head:  br label %start            ; before the loop
//   start: ...                                      start: %i = phi [0, %head], [%next, %latch]
//          br label %join                                  ... br i1 %c, label %latch, label %exit
//                                                   exit:  br label %join
//
// Thread-safety: a module belongs to one thread.
#pragma once

#include "compiler/analysis/side_blocks.h"

namespace lanewise::compiler {

struct SparseRegion {
    llvm::BasicBlock* head = nullptr;   // the block that leads to the region
    llvm::BasicBlock* start = nullptr;  // the first block, which dominates all blocks of the region
    // The latch of a loop if the region consists of the loop's remaining iterations; null if the region is a side of a
    // branch.
    llvm::BasicBlock* latch = nullptr;
    llvm::BasicBlock* join = nullptr;  // the block that all exits of the region lead to
    SideBlocks blocks{};
    bool in_loop = false;  // whether lanes may reach the region again

    bool contains(const llvm::Value* value) const;

    /// Sets `blocks` to the blocks between `start` and `join`. Returns false if edges from other blocks also lead into
    /// these blocks.
    bool collect(const llvm::DominatorTree& dominators);
};

}  // namespace lanewise::compiler
