// Tells whether accesses of a row that are done a block at a time (linearize/walks/block_walks.h) do the same as one by
// one: whether a load reads early what a store writes in between, or a store writes late what is read or written in
// between, and whether the counters that places are made of stay on one way.
//
// Thread-safety: none needed; IR belongs to a compilation.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>

#include <vector>

#include "compiler/analysis/copy_value.h"
#include "compiler/linearize/walks/walk_finder.h"

namespace lanewise::compiler {

class BlockTest {
public:
    /// Of an access, a load that is done early or a store that is done late, among `others` of its loop, which may
    /// have it among them.
    BlockTest(const WalkedPlace& access, llvm::ArrayRef<WalkedPlace> others, const llvm::DominatorTree& dominators)
        : access_(access), others_(others), dominators_(dominators) {}

    /// Before anything is changed: makes what is compared. False: there is no telling.
    bool prepare();

    bool is_needed() const { return !counters_.empty() || !met_.empty(); }

    /// i1, of a lane: true if the block that begins in this iteration may do something else.
    llvm::Value* build(llvm::IRBuilder<>& builder) const;

private:
    struct Met {
        const WalkedPlace* other;
        llvm::Value* place;  // of this iteration
    };
    // Distances in bytes from the access to the other one between which they meet.
    struct Reach {
        std::int64_t low, high;
    };

    llvm::Value* early(llvm::Value& value);
    llvm::Value* wraps(llvm::IRBuilder<>& builder, const Counter& counter) const;
    Reach reach_in_step(const WalkedPlace& other) const;
    Reach reach(const WalkedPlace& other) const;
    llvm::Value* meets(llvm::IRBuilder<>& builder, const Met& met) const;

    const WalkedPlace& access_;
    const llvm::ArrayRef<WalkedPlace> others_;
    const llvm::DominatorTree& dominators_;
    CopiedValues made_;
    Counters counters_;
    std::vector<Met> met_;
};

}  // namespace lanewise::compiler
