#include "runtime/graph/graph_shape.h"

#include <algorithm>

namespace lanewise::runtime {

namespace {

/// Makes room for `count` more elements. The capacity at least doubles, so each element is moved a constant number of
/// times on average.
template <class Vector>
void make_room(Vector& vector, std::size_t count) {
    const std::size_t needed = vector.size() + count;
    if (vector.capacity() < needed) vector.reserve(std::max(needed, 2 * vector.capacity()));
}

}  // namespace

// Stores in waits_ the numbers of all commands for which the new command waits, without duplicates.
void GraphBuilder::find_waits(std::span<const std::uint32_t> waits, bool is_barrier) {
    waits_.clear();
    if (in_order_) {
        // "If the queue is an in-order queue, then an additional dependency is created on the last command appended to
        // the command-buffer". All earlier commands precede the last one, so one dependency suffices.
        if (size_ != 0) waits_.push_back(size_ - 1);
        return;
    }
    if (is_barrier && waits.empty()) {
        // "If the list is empty it waits for all commands previously recorded in command_buffer to complete". It
        // suffices to wait for the commands without successors, since all other earlier commands precede them.
        std::erase_if(open_, [&](std::uint32_t node) { return has_successor_[node]; });
        waits_ = open_;
        return;
    }
    waits_.assign(waits.begin(), waits.end());
    // A barrier "blocks command execution, that is, any following commands recorded after it do not execute until it
    // completes."
    if (barrier_ != no_node) waits_.push_back(barrier_);
    std::ranges::sort(waits_);
    const auto repeated = std::ranges::unique(waits_);
    waits_.erase(repeated.begin(), repeated.end());
}

std::uint32_t GraphBuilder::add(std::span<const std::uint32_t> waits, bool is_barrier) {
    find_waits(waits, is_barrier);
    make_room(edges_, waits_.size());
    make_room(open_, 1);
    make_room(has_successor_, 1);
    for (const std::uint32_t before : waits_) {
        edges_.push_back({before, size_});
        has_successor_[before] = true;
    }
    has_successor_.push_back(false);
    open_.push_back(size_);
    if (is_barrier) barrier_ = size_;
    return size_++;
}

Ref<GraphShape> GraphBuilder::finish() const {
    Ref<GraphShape> shape = make<GraphShape>();
    shape->first_states_.resize(size_, {0, no_node});
    shape->edges_.resize(size_);
    shape->successors_.resize(edges_.size());
    for (const Edge& edge : edges_) {
        ++shape->edges_[edge.before].count;
        ++shape->first_states_[edge.after].unmet;
    }
    std::uint32_t begin = 0;
    for (GraphShape::Edges& edges : shape->edges_) {
        edges.begin = begin;
        begin += std::exchange(edges.count, 0);
    }
    for (const Edge& edge : edges_) {
        GraphShape::Edges& edges = shape->edges_[edge.before];
        shape->successors_[edges.begin + edges.count++] = edge.after;
    }
    bool is_chain = true;
    for (std::uint32_t node = 0; node < size_; ++node) {
        if (shape->first_states_[node].unmet == 0) shape->roots_.push_back(node);
        GraphShape::Edges& edges = shape->edges_[node];
        const std::uint32_t next = edges.count == 1 ? shape->successors_[edges.begin] : no_node;
        if (next != no_node && shape->first_states_[next].unmet == 1) edges.follower = next;
        if (edges.count != 0 && edges.follower == no_node) is_chain = false;
    }
    shape->is_chain_ = is_chain && shape->roots_.size() <= 1;
    return shape;
}

}  // namespace lanewise::runtime
