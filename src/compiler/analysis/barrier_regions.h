// Regions of a chunk function: the code that runs for one chunk after another until all chunks meet again.
//
// A region ends at a barrier or a group vote, and at a branch that decides whether one of them is reached. Such a
// branch goes the same way for all work-items of the group (analysis/group_decisions.h: proved or voted on), so the
// group takes it once, not each chunk. A region also ends at a join of flow from different regions, such as the header
// of a loop that contains a barrier. The control flow around barriers thus keeps its form, with regions in place of
// blocks.
//
// In rare control flow (gotos) chunks may diverge on their way to a join of regions. The join then ends no region, and
// its blocks belong to each region that reaches them.
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
    llvm::SmallVector<llvm::BasicBlock*, 4> exits;  // blocks with an edge out of the region, or that return
};

struct BarrierRegions {
    std::vector<BarrierRegion> regions;  // [0] starts at the function's entry; dominating ones first
    llvm::DenseMap<const llvm::BasicBlock*, unsigned> starts;  // entries of regions
    llvm::SmallPtrSet<const llvm::BasicBlock*, 8> ends;        // every edge out of these blocks leaves the region
    llvm::SmallPtrSet<const llvm::BasicBlock*, 8> joins;       // every edge into these blocks leaves the region
    llvm::DenseMap<const llvm::BasicBlock*, const BarrierRegion*> only_region;  // null: block in several

    bool has_barriers() const { return regions.size() > 1; }
    bool leaves(const llvm::BasicBlock* from, const llvm::BasicBlock* to) const {
        return ends.contains(from) || joins.contains(to);
    }
};

/// The barrier or vote before the terminator of `block`, or null.
llvm::CallInst* meeting_at_end(const llvm::BasicBlock& block);

/// Splits blocks so that every barrier and every vote is the last instruction before its block's unconditional branch
/// to a block that only it reaches.
void split_blocks_at_barriers(llvm::Function& function);

/// Needs: blocks split at barriers. Without barriers there is one region.
BarrierRegions find_barrier_regions(llvm::Function& function);

}  // namespace lanewise::compiler
