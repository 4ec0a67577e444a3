// The acyclic graph of one level of a kernel's control flow. A level consists of the blocks of a loop's body, of the
// whole function, or of a part with one entry; each inner loop is one node. `linearize` uses the graph to find the
// place where work-items reconverge after they diverged at a node, and the nodes that run in between.
//
// Nodes are numbered in topological order. The nodes that node n dominates have the numbers directly after n; node 0 is
// the entry. `end()`, one more than the number of the last node, represents all code after the level: the next
// iteration and the exits of the loop.
//
// Not thread-safe. The graph describes the control flow at the time it was built, and is not updated.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/BasicBlock.h>

#include <memory>
#include <vector>

namespace lanewise::compiler {

struct FlowLevel;

/// A part of a group that has one entry, one exit and, at its own level, only uniform branches. The uniform branches
/// stay branches, and the whole part runs under the mask of its entry.
using UniformPart = std::unique_ptr<FlowLevel>;

struct FlowNode {
    llvm::BasicBlock* entry = nullptr;            // the block itself, or the header of `loop`
    llvm::Loop* loop = nullptr;                   // the inner loop, or null
    llvm::SmallVector<unsigned, 2> successors;    // nodes or end(), without duplicates
    llvm::SmallVector<unsigned, 4> predecessors;  // without duplicates
    unsigned dominator = 0;                       // immediate dominator; the entry is its own immediate dominator
    unsigned post_dominator = 0;                  // immediate post-dominator, or end()
    bool leaves_loop = false;                     // whether an edge leads out of the level's loop
    bool splits = false;                          // whether work-items may continue with different successors
    bool in_group = false;
    UniformPart part;                       // the part that starts at this node, or null
    llvm::BasicBlock* part_exit = nullptr;  // the only block that leaves `part`

    /// Whether this node is a plain exit of the loop: either all work-items in the loop take the exit together, or none
    /// takes it.
    bool is_plain_exit() const { return leaves_loop && !loop && !splits && !in_group; }
};

/// The nodes between `head`, where work-items diverge, and `join`, where they reconverge. Only some of the work-items
/// run these nodes.
struct FlowGroup {
    unsigned head = 0;
    unsigned join = 0;              // node, or end()
    std::vector<unsigned> members;  // in ascending order; without the nodes inside a member's `part`
};

struct FlowLevel {
    llvm::Loop* loop = nullptr;  // the loop if the level is a loop's body, otherwise null
    bool divergent = false;      // whether work-items leave `loop` at different times
    std::vector<FlowNode> nodes;
    std::vector<FlowGroup> groups;  // in ascending order of their heads

    unsigned end() const { return static_cast<unsigned>(nodes.size()); }
    bool dominates(unsigned above, unsigned below) const;
    bool post_dominates(unsigned below, unsigned above) const;
    unsigned common_dominator(unsigned a, unsigned b) const;

    /// Returns the nodes on all paths from `from` to `until`, without `from` and `until`, in ascending order.
    std::vector<unsigned> between(unsigned from, unsigned until) const;
};

/// Returns the edges that leave `loop`, as pairs of a block inside and a block outside, without duplicates.
llvm::SmallVector<std::pair<llvm::BasicBlock*, llvm::BasicBlock*>, 4> exit_edges(const llvm::Loop& loop);

/// Builds a level of `blocks` and `loops`. `body_of` is the loop if the level is a loop's body, otherwise null. Sets
/// successors, order and dominance, but neither `splits` nor groups.
FlowLevel build_level(llvm::BasicBlock* entry, llvm::ArrayRef<llvm::BasicBlock*> blocks,
                      llvm::ArrayRef<llvm::Loop*> loops, llvm::Loop* body_of);

}  // namespace lanewise::compiler
