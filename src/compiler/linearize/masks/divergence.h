// Finds where the work-items of a chunk diverge and reconverge. The control flow is a tree of levels (flow_level.h).
// Each level contains groups of nodes that only some of the work-items run.
//
// A node splits if its branch is divergent, or if the node is a loop that work-items leave to different blocks. If the
// flow between divergent and uniform branches is not structured, some uniform branches are also marked as splitting;
// marking a uniform branch never makes the code wrong. Due to these marks, every group has one head, and the group's
// members can be reached only through the head.
//
// A loop is divergent if work-items may leave it at different times. The last group of a divergent loop begins at the
// first node where work-items that leave the loop diverge from work-items that stay, and ends at the end of the
// iteration. Every loop exit in this group is a node that splits. A loop exit before this group is a plain exit and
// stays a branch: all remaining work-items take this exit together, for example at the bound of a counted loop.
//
// Needs a function with one return, reducible flow and simplified loops. Changes the function only by splitting the
// edges that lead to the exit of a uniform part. Not thread-safe.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/LoopInfo.h>

#include <memory>

#include "compiler/analysis/uniformity.h"
#include "compiler/linearize/masks/flow_level.h"

namespace lanewise::compiler {

class Divergence {
public:
    Divergence(llvm::Function& function, llvm::LoopInfo& loops, Uniformity& uniformity);

    FlowLevel& function_level() { return function_level_; }
    FlowLevel& body(const llvm::Loop& loop) { return *bodies_.find(&loop)->second; }

    /// Whether work-items diverge anywhere.
    bool any() const { return any_; }

private:
    void analyse_loop(llvm::Loop& loop);
    void mark_splits(FlowLevel& level);
    void find_groups(FlowLevel& level);
    void find_uniform_parts(FlowLevel& level, FlowGroup& group);
    UniformPart make_part(FlowLevel& level, unsigned first, llvm::ArrayRef<unsigned> rest);

    llvm::LoopInfo& loops_;
    Uniformity& uniformity_;
    llvm::DenseMap<const llvm::Loop*, std::unique_ptr<FlowLevel>> bodies_;
    FlowLevel function_level_;
    bool any_ = false;
};

}  // namespace lanewise::compiler
