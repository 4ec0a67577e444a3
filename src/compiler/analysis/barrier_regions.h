// The regions of a chunk function: what runs for one chunk after another until all of them meet again. A
// region ends
//   - at a barrier, and where the group votes;
//   - at a branch that decides whether one of these is reached: it goes the same way for all work-items of the
//     group (analysis/group_decisions.h: it is proved, or voted on), so it is taken once for the group, not by each
//     chunk;
//   - where flow from different regions joins: the headers of loops that contain barriers among others.
// So the control flow around barriers stays what it was, with regions in place of blocks.
//
// In rare flow (gotos) chunks may part on their way to a join of regions; then the join is none, and its
// blocks belong to each region that reaches them.
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
    llvm::SmallPtrSet<const llvm::BasicBlock*, 8> ends;        // every edge from here leaves the region
    llvm::SmallPtrSet<const llvm::BasicBlock*, 8> joins;       // every edge to here leaves the region
    llvm::DenseMap<const llvm::BasicBlock*, const BarrierRegion*> only_region;  // null: in several

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
