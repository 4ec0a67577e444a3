// Finds where the work-items of a chunk diverge and reconverge. The control flow is a tree of levels (flow_level.h),
// and each level has the groups of nodes that only some of the work-items run.
//
// A node splits if its branch is divergent, or if it is a loop that work-items leave to different places. A uniform
// branch near a divergent one also splits if the flow is not structured enough to keep it a branch; it is always right
// to treat a branch as divergent. Thus every group has one head, and the group's members can be reached only through
// the head.
//
// A loop is divergent if work-items may leave it at different times. Its last group reaches from the first node where
// leaving work-items diverge to the end of the iteration, and every exit in this group splits. An exit before this
// group is plain: all remaining work-items leave by it together, for example at the bound of a counted loop, and it
// stays a branch.
//
// Needs one return, reducible flow and simplified loops. Changes the function only by splitting edges into the exit of
// a uniform part. Not thread-safe.
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
