// The acyclic graph of one level of a kernel's control flow: the blocks of a loop's body (or of the
// whole function, or of a part with one entry), where each inner loop is one node. The graph tells `linearize`
// where work-items that diverge at a node reconverge, and which nodes run in between.
//
// Nodes are numbered in a topological order in which the nodes that a node dominates follow it directly; node 0 is the
// entry. The end (`end()`, one more than the last node) stands for everything after the level: the next iteration and
// the exits of the loop.
//
// Not thread-safe. Describes the control flow of the moment when the object was made.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/BasicBlock.h>

#include <memory>
#include <vector>

namespace lanewise::compiler {

struct FlowLevel;

/// A part of a group with one entry, one exit and only uniform branches at its own level. It keeps its
/// branches, under the mask of its entry.
using UniformPart = std::unique_ptr<FlowLevel>;

struct FlowNode {
    llvm::BasicBlock* entry = nullptr;            // the block itself, or the header of `loop`
    llvm::Loop* loop = nullptr;                   // the inner loop, or null
    llvm::SmallVector<unsigned, 2> successors;    // nodes or end(), each once
    llvm::SmallVector<unsigned, 4> predecessors;  // each once
    unsigned dominator = 0;                       // immediate; the entry is its own
    unsigned post_dominator = 0;                  // immediate, or end()
    bool leaves_loop = false;                     // has an edge out of the level's loop
    bool splits = false;                          // work-items may go on to different successors
    bool in_group = false;
    UniformPart part;                       // the part that starts at this node, or null
    llvm::BasicBlock* part_exit = nullptr;  // the one block that leaves `part`

    /// Whether either all work-items that are still in the loop leave it here together, or none does.
    bool is_plain_exit() const { return leaves_loop && !loop && !splits && !in_group; }
};

/// The nodes between `head`, where work-items diverge, and `join`: only some of the work-items run them.
struct FlowGroup {
    unsigned head = 0;
    unsigned join = 0;              // node, or end()
    std::vector<unsigned> members;  // ascending; without the nodes inside a member's `part`
};

struct FlowLevel {
    llvm::Loop* loop = nullptr;  // the loop whose body this is, or null
    bool divergent = false;      // work-items leave `loop` at different times
    std::vector<FlowNode> nodes;
    std::vector<FlowGroup> groups;  // in ascending order of their heads

    unsigned end() const { return static_cast<unsigned>(nodes.size()); }
    bool dominates(unsigned above, unsigned below) const;
    bool post_dominates(unsigned below, unsigned above) const;
    unsigned common_dominator(unsigned a, unsigned b) const;

    /// The nodes on all paths from `from` to `until`, without these two, ascending.
    std::vector<unsigned> between(unsigned from, unsigned until) const;
};

/// Edges that leave `loop`, as pairs of a block inside and one outside, each once.
llvm::SmallVector<std::pair<llvm::BasicBlock*, llvm::BasicBlock*>, 4> exit_edges(const llvm::Loop& loop);

/// Builds a level of `blocks` and `loops`; `body_of` is null unless the level is a loop's body.
/// Successors, order and dominance are set; `splits` and groups are not.
FlowLevel build_level(llvm::BasicBlock* entry, llvm::ArrayRef<llvm::BasicBlock*> blocks,
                      llvm::ArrayRef<llvm::Loop*> loops, llvm::Loop* body_of);

}  // namespace lanewise::compiler
