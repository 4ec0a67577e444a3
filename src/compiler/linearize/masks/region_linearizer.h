// Rewrites a function for `linearize`. The groups that the analysis Divergence found become straight-line code under
// masks, and divergent loops get a mask of live lanes. An object can be used once, for one function.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/LoopInfo.h>

#include "compiler/linearize/masks/divergence.h"
#include "compiler/linearize/masks/mask_builder.h"

namespace lanewise::compiler {

class Linearizer {
public:
    Linearizer(llvm::Function& function, llvm::LoopInfo& loops, Divergence& divergence)
        : function_(function), loops_(loops), divergence_(divergence) {}

    /// Rewrites the function. Afterwards some definitions no longer dominate their uses; call repair_ssa() then.
    void run() { level(divergence_.function_level(), nullptr); }

    const llvm::SmallPtrSetImpl<llvm::Value*>& masks() const { return builder_.masks(); }

private:
    using Block = llvm::BasicBlock;

    // Rewrites the blocks of one level of control flow (flow_level.h) to run for the lanes of `mask` (null: all). If
    // the level ends with a group, returns the group's last block, which has no terminator; otherwise returns null.
    Block* level(FlowLevel& level, llvm::Value* mask);
    Block* group(FlowLevel& level, const FlowGroup& group, llvm::Value* mask);

    // Rewrites one node of a group under `mask`, and adds its outgoing edges to `arriving_`. Returns the node's last
    // block, which has no terminator.
    Block* node(FlowNode& node, llvm::Value* mask);
    Block* block(Block& block, llvm::Value* mask);
    Block* part(FlowNode& node, llvm::Value* mask);

    llvm::Value* member_mask(const FlowLevel& level, const FlowGroup& group, unsigned member,
                             llvm::ArrayRef<llvm::Value*> masks, Block& at);
    void phis_to_selects(Block& block);
    void merge_into(Block& join, Block& last);

    // Defined in region_linearizer_loops.cpp:
    Block* loop(llvm::Loop& loop, llvm::Value* mask);
    Block* uniform_loop(llvm::Loop& loop, llvm::Value* mask);
    Block* divergent_loop(llvm::Loop& loop, llvm::Value* mask);
    // State of a divergent loop while its exits are redirected to one block after the loop.
    struct Leaving {
        struct Way {  // a plain exit, by which all remaining lanes leave together
            Block* from;
            Block* block;
            Block* target;
        };
        // A value that lanes need after they left the loop: `before` is its value at the start of an iteration, and
        // `after` is its value at the end of the iteration.
        struct Kept {
            llvm::Value* before;
            llvm::Value* after;
        };

        llvm::Loop& loop;
        llvm::PHINode& live;
        Block& entering;
        Block& last;
        Block& after;
        llvm::SmallVector<Way, 2> ways;
    };
    void find_plain_exits(Leaving& leaving);
    void close_loop(Leaving& leaving);
    void leave_to(Leaving& leaving, Block& target, bool only_target);
    llvm::Value* leave_with(Leaving& leaving, llvm::PHINode& phi, llvm::ArrayRef<MaskedEdge> edges);
    llvm::Value* left_to(Leaving& leaving, Block& target, llvm::ArrayRef<MaskedEdge> edges);
    Leaving::Kept keep(Leaving& leaving, llvm::PHINode& phi, llvm::ArrayRef<MaskedEdge> edges);
    void plain_loop(FlowNode& node, llvm::Value* mask);

    Block* new_block(const llvm::Twine& name, llvm::Loop* around);
    void set_mask(Block& block, llvm::Value* mask);

    llvm::Function& function_;
    llvm::LoopInfo& loops_;
    Divergence& divergence_;
    MaskBuilder builder_;
    llvm::DenseMap<Block*, MaskedEdges> arriving_;  // edges to each block, by target block
    llvm::Loop* around_ = nullptr;                  // the loop being rewritten
};

/// Chooses the members of `group` that get a guard. A guard is a branch around the member and all nodes that the member
/// dominates; the branch is taken if no lane runs the member. A guard is worth its cost if the nodes have memory
/// accesses, calls, divisions, loops or uniform branches, or are long.
std::vector<bool> choose_guards(const FlowLevel& level, const FlowGroup& group);

/// Whether all lanes that run the immediate dominator of `member` also run `member`.
bool has_mask_of_dominator(const FlowLevel& level, const FlowGroup& group, unsigned member);

}  // namespace lanewise::compiler
