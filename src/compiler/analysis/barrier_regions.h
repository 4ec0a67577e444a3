// Regions of a chunk function: the code that runs for one chunk after another until all chunks meet again.
//
// A region ends at a barrier or a group vote, and at a branch that decides whether a barrier or vote is reached. All
// work-items of the group take this branch in the same direction, which a proof or a vote ensures
// (analysis/group_decisions.h), so the branch is executed once for the group instead of once for each chunk. A region
// also ends at a join of control flow from different regions, such as the header of a loop that contains a barrier. The
// control flow between regions is therefore the same as the function's control flow around its barriers.
//
// There is one exception: with gotos, chunks may diverge on their way to a join of regions. No region ends at a join
// that diverged chunks reach, and the blocks after this join belong to each region that reaches the join.
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
    llvm::SmallVector<llvm::BasicBlock*, 4> exits;  // blocks that return, or that have an edge out of the region
};

struct BarrierRegions {
    std::vector<BarrierRegion> regions;  // in reverse postorder; the first region starts at the function's entry
    llvm::DenseMap<const llvm::BasicBlock*, unsigned> starts;  // for each entry block, the index of its region
    llvm::SmallPtrSet<const llvm::BasicBlock*, 8> ends;        // blocks whose outgoing edges all leave the region
    llvm::SmallPtrSet<const llvm::BasicBlock*, 8> joins;       // blocks whose incoming edges all leave a region
    llvm::DenseMap<const llvm::BasicBlock*, const BarrierRegion*> only_region;  // the region of each block; null if it
                                                                                // has several

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

/// Finds the regions of a function after split_blocks_at_barriers(). A function without barriers has one region.
BarrierRegions find_barrier_regions(llvm::Function& function);

}  // namespace lanewise::compiler
