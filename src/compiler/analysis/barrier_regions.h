// Regions of a chunk function: the code that runs for one chunk after another until all chunks meet again.
//
// A region ends at a barrier or a group vote, and at a branch that decides whether a barrier or vote is reached. All
// work-items of the group take this branch in the same direction (analysis/group_decisions.h: proved or voted on), so
// it is executed once for the group instead of once for each chunk. A region also ends at a join of flow from different
// regions, such as the header of a loop that contains a barrier. The control flow around barriers thus stays the same,
// with regions instead of blocks.
//
// With gotos, chunks may diverge on their way to a join of regions. No region ends at such a join, and the blocks after
// the join belong to each region that reaches them.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace lanewise::compiler {

struct BarrierRegion {
    llvm::BasicBlock* entry = nullptr;
    llvm::SetVector<llvm::BasicBlock*> blocks;
    llvm::SmallVector<llvm::BasicBlock*, 4> exits;  // blocks that return, or have an edge out of the region
};

struct BarrierRegions {
    std::vector<BarrierRegion> regions;  // [0] starts at the function's entry; in reverse postorder
    llvm::DenseMap<const llvm::BasicBlock*, unsigned> starts;  // entry block -> index of its region
    llvm::SmallPtrSet<const llvm::BasicBlock*, 8> ends;        // every edge out of these blocks leaves the region
    llvm::SmallPtrSet<const llvm::BasicBlock*, 8> joins;       // every edge into these blocks leaves the region
    llvm::DenseMap<const llvm::BasicBlock*, const BarrierRegion*> only_region;  // null: in several regions

    bool has_barriers() const { return regions.size() > 1; }
    bool leaves(const llvm::BasicBlock* from, const llvm::BasicBlock* to) const {
        return ends.contains(from) || joins.contains(to);
    }
};

/// Returns the barrier or vote directly before the terminator of `block`, or null if there is none.
llvm::CallInst* meeting_at_end(const llvm::BasicBlock& block);

/// Splits blocks at barriers and votes. Each barrier or vote becomes the last instruction before an unconditional
/// branch to a block with no other predecessor.
void split_blocks_at_barriers(llvm::Function& function);

/// Finds the regions, only one if there are no barriers. Needs: split_blocks_at_barriers() was called.
BarrierRegions find_barrier_regions(llvm::Function& function);

}  // namespace lanewise::compiler
