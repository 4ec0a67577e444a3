#include "compiler/linearize/masks/flow_level.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/CFG.h>

#include <algorithm>

namespace lanewise::compiler {
namespace {

using Order = std::vector<unsigned>;

void connect(FlowLevel& level, const llvm::DenseMap<llvm::BasicBlock*, unsigned>& node_of) {
    for (unsigned index = 0; index < level.end(); ++index) {
        FlowNode& node = level.nodes[index];
        llvm::SmallSetVector<llvm::BasicBlock*, 4> targets;
        if (node.loop)
            for (auto [inside, target] : exit_edges(*node.loop)) targets.insert(target);
        else
            for (llvm::BasicBlock* target : llvm::successors(node.entry)) targets.insert(target);
        llvm::SmallSetVector<unsigned, 4> successors;
        for (llvm::BasicBlock* target : targets) {
            const auto found = node_of.find(target);
            const bool again = level.loop && target == level.loop->getHeader();
            if (level.loop && !level.loop->contains(target)) node.leaves_loop = true;
            successors.insert(found == node_of.end() || again ? level.end() : found->second);
        }
        if (successors.empty()) successors.insert(level.end());
        node.successors.assign(successors.begin(), successors.end());
    }
}

Order reverse_post_order(const FlowLevel& level) {
    Order order;
    std::vector<bool> seen(level.end(), false);
    std::vector<std::pair<unsigned, unsigned>> stack{{0, 0}};  // node, next successor
    seen[0] = true;
    while (!stack.empty()) {
        auto& [node, next] = stack.back();
        const auto& successors = level.nodes[node].successors;
        if (next == successors.size()) {
            order.push_back(node);
            stack.pop_back();
            continue;
        }
        const unsigned target = successors[next++];
        if (target == level.end() || seen[target]) continue;
        seen[target] = true;
        stack.emplace_back(target, 0);
    }
    std::reverse(order.begin(), order.end());
    return order;
}

// Sorts the nodes by `order`, and removes unreachable nodes, which `order` does not contain.
void renumber(FlowLevel& level, const Order& order) {
    const unsigned old_end = level.end();
    std::vector<unsigned> new_index(old_end + 1, old_end);
    for (unsigned index = 0; index < order.size(); ++index) new_index[order[index]] = index;
    new_index[old_end] = static_cast<unsigned>(order.size());
    std::vector<FlowNode> nodes;
    for (unsigned old : order) {
        nodes.push_back(std::move(level.nodes[old]));
        for (unsigned& successor : nodes.back().successors) successor = new_index[successor];
        nodes.back().predecessors.clear();
    }
    level.nodes = std::move(nodes);
    for (unsigned index = 0; index < level.end(); ++index)
        for (unsigned successor : level.nodes[index].successors)
            if (successor != level.end()) level.nodes[successor].predecessors.push_back(index);
}

void find_dominators(FlowLevel& level) {
    for (unsigned index = 1; index < level.end(); ++index) {
        FlowNode& node = level.nodes[index];
        unsigned common = node.predecessors.front();
        for (unsigned predecessor : node.predecessors) common = level.common_dominator(common, predecessor);
        node.dominator = common;
    }
}

void find_post_dominators(FlowLevel& level) {
    for (unsigned index = level.end(); index-- > 0;) {
        FlowNode& node = level.nodes[index];
        unsigned common = node.successors.front();
        for (unsigned successor : node.successors) {
            unsigned other = successor;
            while (common != other) {
                unsigned& nearer = common < other ? common : other;
                nearer = level.nodes[nearer].post_dominator;
            }
        }
        node.post_dominator = common;
    }
}

// Returns a preorder of the dominator tree with siblings in topological order, so that all nodes dominated by a node
// directly follow this node.
Order dominance_order(const FlowLevel& level) {
    std::vector<Order> children(level.end());
    for (unsigned index = level.end(); index-- > 1;) children[level.nodes[index].dominator].push_back(index);
    Order order, stack{0};
    while (!stack.empty()) {
        const unsigned node = stack.back();
        stack.pop_back();
        order.push_back(node);
        stack.insert(stack.end(), children[node].begin(), children[node].end());
    }
    return order;
}

}  // namespace

bool FlowLevel::dominates(unsigned above, unsigned below) const {
    while (below > above) below = nodes[below].dominator;
    return below == above;
}

bool FlowLevel::post_dominates(unsigned below, unsigned above) const {
    while (above < below) above = nodes[above].post_dominator;
    return above == below;
}

unsigned FlowLevel::common_dominator(unsigned a, unsigned b) const {
    while (a != b) {
        unsigned& later = a > b ? a : b;
        later = nodes[later].dominator;
    }
    return a;
}

std::vector<unsigned> FlowLevel::between(unsigned from, unsigned until) const {
    std::vector<unsigned> found, stack{from};
    std::vector<bool> seen(nodes.size() + 1, false);
    seen[until] = seen[end()] = true;
    while (!stack.empty()) {
        const unsigned node = stack.back();
        stack.pop_back();
        for (unsigned successor : nodes[node].successors) {
            if (seen[successor]) continue;
            seen[successor] = true;
            found.push_back(successor);
            stack.push_back(successor);
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

llvm::SmallVector<std::pair<llvm::BasicBlock*, llvm::BasicBlock*>, 4> exit_edges(const llvm::Loop& loop) {
    llvm::SmallSetVector<std::pair<llvm::BasicBlock*, llvm::BasicBlock*>, 4> edges;
    for (llvm::BasicBlock* block : loop.blocks())
        for (llvm::BasicBlock* target : llvm::successors(block))
            if (!loop.contains(target)) edges.insert({block, target});
    return llvm::SmallVector<std::pair<llvm::BasicBlock*, llvm::BasicBlock*>, 4>(edges.begin(), edges.end());
}

FlowLevel build_level(llvm::BasicBlock* entry, llvm::ArrayRef<llvm::BasicBlock*> blocks,
                      llvm::ArrayRef<llvm::Loop*> loops, llvm::Loop* body_of) {
    FlowLevel level;
    level.loop = body_of;
    llvm::DenseMap<llvm::BasicBlock*, unsigned> node_of;
    const auto add = [&](llvm::BasicBlock* block, llvm::Loop* loop) {
        node_of[block] = level.end();
        level.nodes.emplace_back();
        level.nodes.back().entry = block;
        level.nodes.back().loop = loop;
    };
    llvm::Loop* entry_loop = nullptr;
    for (llvm::Loop* loop : loops)
        if (loop->getHeader() == entry) entry_loop = loop;
    add(entry, entry_loop);
    for (llvm::BasicBlock* block : blocks)
        if (block != entry) add(block, nullptr);
    for (llvm::Loop* loop : loops)
        if (loop != entry_loop) add(loop->getHeader(), loop);
    connect(level, node_of);
    renumber(level, reverse_post_order(level));
    find_dominators(level);
    renumber(level, dominance_order(level));
    find_dominators(level);
    find_post_dominators(level);
    return level;
}

}  // namespace lanewise::compiler
