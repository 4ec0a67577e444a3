#include "compiler/analysis/barrier_regions.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/IteratedDominanceFrontier.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/analysis/group_decisions.h"
#include "compiler/ir/operations.h"

namespace lanewise::compiler {
namespace {

using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock*, 8>;

// Finds the blocks after which all chunks meet. These blocks end in a barrier, in a vote, or in a branch that decides
// whether a meeting is reached.
void find_ends(llvm::Function& function, BarrierRegions& result) {
    for (llvm::BasicBlock& block : function)
        if (meeting_at_end(block)) result.ends.insert(&block);
    if (!result.ends.empty()) result.ends.insert_range(deciding_blocks(function));
}

// Maps every block to the start of its region. A block at which control flow from different starts joins is also a
// start.
class StartFinder {
public:
    StartFinder(llvm::Function& function, const BarrierRegions& regions) : ends_(regions.ends) {
        starts_.insert(&function.getEntryBlock());
        for (const llvm::BasicBlock* block : ends_)
            for (const llvm::BasicBlock* successor : llvm::successors(block))
                starts_.insert(const_cast<llvm::BasicBlock*>(successor));
        add_joins(function);
        assign(function);
    }

    // Returns the blocks in which paths from different starts meet, except headers of loops without meetings.
    Blocks joins() const {
        Blocks result;
        for (const llvm::BasicBlock* start : starts_) {
            bool from_elsewhere = false, from_itself = false;
            for (const llvm::BasicBlock* predecessor : plain_predecessors(start))
                (start_of_.lookup(predecessor) == start ? from_itself : from_elsewhere) = true;
            if (from_elsewhere && !from_itself) result.insert(start);
        }
        return result;
    }

private:
    llvm::SmallVector<const llvm::BasicBlock*, 4> plain_predecessors(const llvm::BasicBlock* block) const {
        llvm::SmallVector<const llvm::BasicBlock*, 4> result;
        for (const llvm::BasicBlock* predecessor : llvm::predecessors(block))
            if (!ends_.contains(predecessor)) result.push_back(predecessor);
        return result;
    }

    // Adds the iterated dominance frontier of the starts: the blocks that would need phis if each start made a new
    // value.
    void add_joins(llvm::Function& function) {
        llvm::DominatorTree dominators(function);
        llvm::ForwardIDFCalculator frontier(dominators);
        frontier.setDefiningBlocks(starts_);
        llvm::SmallVector<llvm::BasicBlock*, 16> joins;
        frontier.calculate(joins);
        starts_.insert_range(joins);
    }

    // Assigns a start to each block. A start gets itself; any other block gets the start of its predecessors. All
    // predecessors of a block that is not a start have the same start.
    void assign(llvm::Function& function) {
        for (const llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<const llvm::Function*>(&function)) {
            const llvm::BasicBlock* start = starts_.contains(block) ? block : nullptr;
            for (const llvm::BasicBlock* predecessor : plain_predecessors(block))
                if (!start) start = start_of_.lookup(predecessor);
            start_of_[block] = start;
        }
    }

    const Blocks& ends_;
    llvm::SmallPtrSet<llvm::BasicBlock*, 8> starts_;
    llvm::DenseMap<const llvm::BasicBlock*, const llvm::BasicBlock*> start_of_;
};

void collect_blocks(BarrierRegion& region, const BarrierRegions& all) {
    llvm::SmallVector<llvm::BasicBlock*, 16> pending{region.entry};
    while (!pending.empty()) {
        llvm::BasicBlock* block = pending.pop_back_val();
        if (!region.blocks.insert(block)) continue;
        bool is_exit = llvm::succ_empty(block);
        for (llvm::BasicBlock* successor : llvm::successors(block)) {
            if (all.leaves(block, successor))
                is_exit = true;
            else
                pending.push_back(successor);
        }
        if (is_exit) region.exits.push_back(block);
    }
}

void collect_regions(llvm::Function& function, BarrierRegions& result) {
    result.regions.clear();
    result.starts.clear();
    for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function)) {
        const bool starts = block->isEntryBlock() || result.joins.contains(block) ||
                            llvm::any_of(llvm::predecessors(block),
                                         [&](const llvm::BasicBlock* before) { return result.ends.contains(before); });
        if (!starts) continue;
        result.starts[block] = static_cast<unsigned>(result.regions.size());
        result.regions.push_back({block, {}, {}});
        collect_blocks(result.regions.back(), result);
    }
}

// Returns the joins after regions that also have exits to other blocks. When such a region ends, some chunks may go to
// the join, and other chunks to another block.
Blocks ragged_joins(const BarrierRegions& all) {
    Blocks result;
    for (const BarrierRegion& region : all.regions) {
        Blocks targets;
        bool has_other_exit = false;
        for (const llvm::BasicBlock* exit : region.exits) {
            has_other_exit |= all.ends.contains(exit) || llvm::succ_empty(exit);
            if (all.ends.contains(exit)) continue;
            for (const llvm::BasicBlock* successor : llvm::successors(exit))
                if (all.joins.contains(successor)) targets.insert(successor);
        }
        if (targets.size() + has_other_exit > 1) result.insert_range(targets);
    }
    return result;
}

void index_blocks(BarrierRegions& all) {
    for (const BarrierRegion& region : all.regions)
        for (const llvm::BasicBlock* block : region.blocks) {
            const auto [known, is_new] = all.only_region.try_emplace(block, &region);
            if (!is_new) known->second = nullptr;
        }
}

}  // namespace

llvm::CallInst* meeting_at_end(const llvm::BasicBlock& block) {
    const llvm::Instruction* last = block.getTerminator()->getPrevNode();
    if (!last || !is_meeting(*last)) return nullptr;
    return const_cast<llvm::CallInst*>(llvm::cast<llvm::CallInst>(last));
}

void split_blocks_at_barriers(llvm::Function& function) {
    llvm::SmallVector<llvm::CallInst*, 8> barriers;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (is_meeting(instruction)) barriers.push_back(llvm::cast<llvm::CallInst>(&instruction));
    for (llvm::CallInst* barrier : barriers) {
        llvm::BasicBlock* block = barrier->getParent();
        llvm::BasicBlock* after = block->getSingleSuccessor();
        const bool is_split =
            &*std::next(barrier->getIterator()) == block->getTerminator() && after && after->getSinglePredecessor();
        if (!is_split) block->splitBasicBlock(std::next(barrier->getIterator()), "after_barrier");
    }
}

BarrierRegions find_barrier_regions(llvm::Function& function) {
    BarrierRegions result;
    find_ends(function, result);
    if (!result.ends.empty()) result.joins = StartFinder(function, result).joins();
    collect_regions(function, result);
    for (Blocks ragged = ragged_joins(result); !ragged.empty(); ragged = ragged_joins(result)) {
        for (const llvm::BasicBlock* join : ragged) result.joins.erase(join);
        collect_regions(function, result);
    }
    index_blocks(result);
    return result;
}

}  // namespace lanewise::compiler
