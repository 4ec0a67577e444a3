#include "compiler/linearize/masks/divergence.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <optional>

namespace lanewise::compiler {
namespace {

unsigned count_exit_targets(const llvm::Loop& loop) {
    llvm::SmallPtrSet<llvm::BasicBlock*, 4> targets;
    for (auto [inside, target] : exit_edges(loop)) targets.insert(target);
    return targets.size();
}

bool contains(llvm::ArrayRef<unsigned> sorted, unsigned node) {
    return std::binary_search(sorted.begin(), sorted.end(), node);
}

// Returns a node that precedes one of `members`, but is neither `head` nor a member; none if there is no such node.
std::optional<unsigned> entry_past_head(const FlowLevel& level, unsigned head, llvm::ArrayRef<unsigned> members) {
    for (unsigned member : members)
        for (unsigned predecessor : level.nodes[member].predecessors)
            if (predecessor != head && !contains(members, predecessor)) return predecessor;
    return std::nullopt;
}

// Makes a group for each splitting node (divergence.h). Returns false if the call marked another node as splitting; the
// function must then be called again.
bool try_groups(FlowLevel& level) {
    level.groups.clear();
    for (FlowNode& node : level.nodes) node.in_group = false;
    for (unsigned head = 0; head < level.end(); ++head) {
        const FlowNode& node = level.nodes[head];
        if (!node.splits || node.in_group) continue;
        FlowGroup group{head, node.post_dominator, level.between(head, node.post_dominator)};
        if (const auto outside = entry_past_head(level, head, group.members)) {
            level.nodes[level.common_dominator(head, *outside)].splits = true;
            return false;
        }
        for (unsigned member : group.members) level.nodes[member].in_group = true;
        level.groups.push_back(std::move(group));
    }
    return true;
}

bool leaves_in_group(const FlowLevel& level) {
    return llvm::any_of(level.groups, [&](const FlowGroup& group) { return group.join == level.end(); });
}

// Marks all exits of a divergent loop as splitting, except plain exits. Also marks the nearest node that dominates
// these exits: before this node, work-items leave the loop only all together. Returns false if nothing changed.
bool split_exits(FlowLevel& level) {
    const auto begin = level.nodes.begin();
    const auto latch = std::find_if(begin, level.nodes.end(),
                                    [&](const FlowNode& node) { return node.entry == level.loop->getLoopLatch(); });
    std::optional<unsigned> first;
    bool changed = false;
    const auto split = [&](FlowNode& node) { changed |= !std::exchange(node.splits, true); };
    for (unsigned index = 0; index < level.end(); ++index) {
        FlowNode& node = level.nodes[index];
        if (!llvm::is_contained(node.successors, level.end())) continue;
        const bool before_latch = latch != level.nodes.end() && &node != &*latch &&
                                  level.dominates(index, static_cast<unsigned>(latch - begin));
        if (node.is_plain_exit() && before_latch) continue;
        if (node.leaves_loop) split(node);
        first = first ? level.common_dominator(*first, index) : index;
    }
    split(level.nodes[*first]);
    return changed;
}

}  // namespace

Divergence::Divergence(llvm::Function& function, llvm::LoopInfo& loops, Uniformity& uniformity)
    : loops_(loops), uniformity_(uniformity) {
    auto inner_first = loops.getLoopsInPreorder();
    for (llvm::Loop* loop : llvm::reverse(inner_first)) analyse_loop(*loop);
    std::vector<llvm::BasicBlock*> blocks;
    for (llvm::BasicBlock& block : function)
        if (!loops.getLoopFor(&block)) blocks.push_back(&block);
    const std::vector<llvm::Loop*> inner(loops.begin(), loops.end());
    function_level_ = build_level(&function.getEntryBlock(), blocks, inner, nullptr);
    mark_splits(function_level_);
    find_groups(function_level_);
}

void Divergence::analyse_loop(llvm::Loop& loop) {
    std::vector<llvm::BasicBlock*> blocks;
    for (llvm::BasicBlock* block : loop.blocks())
        if (loops_.getLoopFor(block) == &loop) blocks.push_back(block);
    auto& level = bodies_[&loop];
    level = std::make_unique<FlowLevel>(build_level(loop.getHeader(), blocks, loop.getSubLoops(), &loop));
    mark_splits(*level);
    find_groups(*level);
}

void Divergence::mark_splits(FlowLevel& level) {
    for (FlowNode& node : level.nodes) {
        if (node.loop)
            node.splits = body(*node.loop).divergent && count_exit_targets(*node.loop) > 1;
        else
            node.splits = uniformity_.branch_is_divergent(*node.entry);
    }
}

void Divergence::find_groups(FlowLevel& level) {
    while (!try_groups(level)) {
    }
    if (level.loop && leaves_in_group(level)) {
        level.divergent = true;
        while (split_exits(level))
            while (!try_groups(level)) {
            }
    }
    any_ |= level.divergent || !level.groups.empty();
    for (FlowGroup& group : level.groups) find_uniform_parts(level, group);
}

void Divergence::find_uniform_parts(FlowLevel& level, FlowGroup& group) {
    std::vector<bool> inside(level.nodes.size(), false);
    for (unsigned first : group.members) {
        const FlowNode& node = level.nodes[first];
        if (inside[first] || node.splits || node.successors.size() < 2) continue;
        if (node.post_dominator == level.end()) continue;
        const std::vector<unsigned> rest = level.between(first, node.post_dominator);
        if (entry_past_head(level, first, rest)) continue;
        for (unsigned member : rest) inside[member] = true;
        level.nodes[first].part = make_part(level, first, rest);
    }
    llvm::erase_if(group.members, [&](unsigned member) { return inside[member]; });
}

UniformPart Divergence::make_part(FlowLevel& level, unsigned first, llvm::ArrayRef<unsigned> rest) {
    FlowNode& start = level.nodes[first];
    llvm::BasicBlock* after = level.nodes[start.post_dominator].entry;
    llvm::SmallVector<llvm::BasicBlock*, 8> blocks;
    llvm::SmallVector<llvm::Loop*, 4> inner;
    llvm::SmallSetVector<llvm::BasicBlock*, 4> leaving;
    const auto add = [&](const FlowNode& node) {
        if (node.loop) {
            inner.push_back(node.loop);
            for (auto [inside, target] : exit_edges(*node.loop))
                if (target == after) leaving.insert(inside);
        } else {
            blocks.push_back(node.entry);
            if (llvm::is_contained(llvm::successors(node.entry), after)) leaving.insert(node.entry);
        }
    };
    add(start);
    for (unsigned member : rest) add(level.nodes[member]);
    llvm::BasicBlock* exit = llvm::SplitBlockPredecessors(after, leaving.getArrayRef(), ".part");
    // The part lies in the same innermost loop as `after`, so the part's exit block must be added to this loop.
    if (llvm::Loop* around = loops_.getLoopFor(after)) around->addBasicBlockToLoop(exit, loops_);
    blocks.push_back(exit);
    start.part_exit = exit;
    auto part = std::make_unique<FlowLevel>(build_level(start.entry, blocks, inner, nullptr));
    mark_splits(*part);
    find_groups(*part);
    return part;
}

}  // namespace lanewise::compiler
