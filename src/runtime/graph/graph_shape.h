// The dependencies between the commands of a command buffer. A GraphBuilder collects the dependencies while commands
// are recorded. A GraphShape contains the final dependencies; it never changes, so all runs of the command buffer share
// it.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/graph/shared.h"
#include "runtime/object/cl_headers.h"
#include "runtime/object/ref.h"

namespace lanewise::runtime {

inline constexpr std::uint32_t no_node = ~std::uint32_t{0};

/// The state of a command during a run.
struct NodeState {
    std::uint32_t unmet;  // number of commands that must end before this command starts; accessed by atomic_ref
    std::uint32_t next;   // link of a list of ready commands
};

class GraphShape : public Shared<GraphShape> {
public:
    /// Number of commands.
    std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(first_states_.size()); }
    /// Commands without predecessors.
    std::span<const std::uint32_t> roots() const noexcept { return roots_; }
    /// Returns the only successor of a command, if the command is also the only predecessor of this successor.
    /// Otherwise returns no_node.
    std::uint32_t follower(std::uint32_t node) const noexcept { return edges_[node].follower; }
    std::span<const std::uint32_t> successors(std::uint32_t node) const noexcept {
        return std::span(successors_).subspan(edges_[node].begin, edges_[node].count);
    }
    /// The state of each command at the start of a run.
    std::span<const NodeState> first_states() const noexcept { return first_states_; }
    /// Returns whether at most one command can be ready at any time.
    bool is_chain() const noexcept { return is_chain_; }

    /// Estimated time of a run in nanoseconds. Each run without failures sets the estimate to the time that its first
    /// thread spent on the run.
    float expected_ns() const noexcept { return expected_ns_.load(std::memory_order_relaxed); }
    void expect(float ns) const noexcept { expected_ns_.store(ns, std::memory_order_relaxed); }

private:
    friend class GraphBuilder;
    struct Edges {
        std::uint32_t begin = 0;  // range in successors_
        std::uint32_t count = 0;
        std::uint32_t follower = no_node;
    };

    std::vector<NodeState> first_states_;
    std::vector<Edges> edges_;
    std::vector<std::uint32_t> successors_;
    std::vector<std::uint32_t> roots_;
    bool is_chain_ = false;
    mutable std::atomic<float> expected_ns_ = 0;
};

class GraphBuilder {
public:
    explicit GraphBuilder(bool in_order) noexcept : in_order_(in_order) {}

    std::uint32_t size() const noexcept { return size_; }

    /// Adds a command that waits for the commands `waits`, and returns its number. A barrier without a wait list waits
    /// for all earlier commands. All later commands wait for a barrier. A call that throws std::bad_alloc changes
    /// nothing.
    std::uint32_t add(std::span<const std::uint32_t> waits, bool is_barrier);

    Ref<GraphShape> finish() const;

private:
    struct Edge {
        std::uint32_t before, after;
    };
    void find_waits(std::span<const std::uint32_t> waits, bool is_barrier);

    const bool in_order_;
    std::uint32_t size_ = 0;
    std::uint32_t barrier_ = no_node;   // the last barrier
    std::vector<Edge> edges_;           // ordered by `after`
    std::vector<bool> has_successor_;   // for each command
    std::vector<std::uint32_t> open_;   // contains all commands that have no successor
    std::vector<std::uint32_t> waits_;  // the commands that the new command waits for
};

}  // namespace lanewise::runtime
