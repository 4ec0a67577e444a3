// What only some lanes of a chunk may be left for: a side of a branch that they part at, or what is left of a loop that
// they leave one by one.
//
//   head: br i1 %c, label %start, label %join       head:  br label %start            ; from in front of the loop
//   start: ...                                      start: %i = phi [0, %head], [%next, %latch]
//          br label %join                                  ... br i1 %c, label %latch, label %exit
//                                                   exit:  br label %join
//
// Thread-safety: as the function.
#pragma once

#include "compiler/analysis/side_blocks.h"

namespace lanewise::compiler {

struct Arm {
    llvm::BasicBlock* head = nullptr;   // that leads to it
    llvm::BasicBlock* start = nullptr;  // dominates all of it
    llvm::BasicBlock* latch = nullptr;  // of the loop that it is what is left of; else null
    llvm::BasicBlock* join = nullptr;   // where all ways out of it lead
    SideBlocks blocks;
    bool in_loop = false;  // it may be come to again

    bool contains(const llvm::Value* value) const;

    /// Fills in `blocks`, those between `start` and `join`; false where others lead there as well.
    bool collect(const llvm::DominatorTree& dominators);
};

}  // namespace lanewise::compiler
