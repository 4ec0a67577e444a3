// Where the work-items of a chunk part and meet again: a kernel's control flow as a tree of levels
// (flow_level.h), each with the groups of nodes that only some of the work-items run.
//
// A node splits when its branch is divergent, when it is a loop that work-items leave to different
// places, or when flow is not structured enough to keep a uniform branch near a divergent one: then
// the branch is treated as divergent, which is always right. Hence every group has one head, and its
// members are reached through the head alone.
//
// A loop is divergent when work-items may leave it at different times. Its last group reaches from the
// first node at which they part for leaving to the end of the iteration, and every exit in it splits. An
// exit before, by which all that are left leave together (the bound of a counted loop), stays a branch: plain.
//
// Needs one return, reducible flow, simplified loops. Changes the function only by splitting edges into
// the exit of a uniform part. Not thread-safe.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/LoopInfo.h>

#include <memory>

#include "compiler/analysis/uniformity.h"
#include "compiler/linearize/flow_level.h"

namespace lanewise::compiler {

class Divergence {
public:
    Divergence(llvm::Function& function, llvm::LoopInfo& loops, Uniformity& uniformity);

    FlowLevel& function_level() { return function_level_; }
    FlowLevel& body(const llvm::Loop& loop) { return *bodies_.find(&loop)->second; }

    /// Whether any work-items part anywhere.
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
