// One run of a command buffer, as a command of a queue. The run starts a recorded command as soon as all its
// predecessors in the graph of dependencies have ended.
//
// The thread that starts the run executes short recorded commands one after another, without posting them to the arena.
// When a recorded command ends, the thread decrements the counter of each successor, and goes on with the successors
// that are ready. A recorded command that takes long becomes a task of its own, whose units the threads of the device
// share. The thread that ends this task goes on with the successors of the command. If more work is ready than one
// thread should run, the ready commands are put into a pool, from which helpers take them. Helpers are tasks, too. No
// thread ever waits for a recorded command.
//
// The run ends when none of its tasks is active. All recorded commands have then ended, because the dependencies have
// no cycles. If a recorded command fails, the run skips the commands that have not begun, and fails with the error of
// this command. Thread-safe.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "device/machine/spin_mutex.h"
#include "runtime/core/command.h"
#include "runtime/graph/graph_shape.h"
#include "runtime/graph/graph_tasks.h"
#include "runtime/graph/work_table.h"

namespace lanewise::runtime {

class GraphCommand final : public Command {
public:
    GraphCommand(Ref<Queue>&& queue, Ref<const GraphShape> shape, Ref<const WorkTable> works);

    bool may_use(const Allocation& allocation) const noexcept override;

private:
    friend class GraphHelper;
    friend class LargeWorkTask;
    friend class FamilyTask;

    /// Ready commands, first in, first out; not thread-safe.
    struct ReadyNodes {
        std::uint32_t first = no_node;
        std::uint32_t last = no_node;
        std::uint32_t size = 0;
        float ns = 0;  // sum of the estimated times of the commands
    };

    ~GraphCommand() override;

    void run_units(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory) noexcept override;
    bool is_complete() noexcept override { return leave(); }
    device::Task* find_rest() noexcept override;
    void release_resources() noexcept override;
    std::string failure() noexcept override { return std::move(failure_); }

    // Called by the run and by its tasks:
    /// Runs ready commands until none is left, or until the thread's turn is over.
    void work(ReadyNodes& local, device::WorkerMemory& memory) noexcept;
    /// Marks `node` as ended, and goes on with the commands that are ready now.
    void work_after(std::uint32_t node, device::WorkerMemory& memory) noexcept;
    /// Makes the run fail; `text` describes the failure or is empty.
    void fail_with(cl_int status, std::string&& text) noexcept;
    /// Subtracts 1 from the number of active tasks; returns whether no task is left.
    bool leave() noexcept { return active_.fetch_sub(1, std::memory_order_acq_rel) == 1; }
    /// Must be called at the end of a task, when the task is no longer posted. May destroy the GraphCommand.
    void task_ended() noexcept;

    // Called only by the run:
    NodeState& state(std::uint32_t node) noexcept { return states_ ? states_[node] : only_state_; }
    RecordedWork* work_of(std::uint32_t node) const noexcept { return works_->at(node); }
    void push(ReadyNodes& list, std::uint32_t node) noexcept;
    std::uint32_t pop(ReadyNodes& list) noexcept;
    void move_first(ReadyNodes& from, std::uint32_t count, ReadyNodes& to) noexcept;
    std::uint32_t end_node(std::uint32_t node, ReadyNodes& local) noexcept;
    bool run_node(std::uint32_t node, device::WorkerMemory& memory) noexcept;
    bool post_large(std::uint32_t node, RecordedWork& work) noexcept;
    bool post_family(std::uint32_t node, LaunchWork& work) noexcept;
    std::uint32_t take_some(ReadyNodes& local) noexcept;
    bool share(ReadyNodes& local, std::uint32_t count) noexcept;
    bool has_free_helper() noexcept;
    GraphHelper* free_helper() noexcept;
    void call_helpers() noexcept;

    const Ref<const GraphShape> shape_;
    Ref<const WorkTable> works_;             // replaced only at the end of the run, under mutex_
    std::unique_ptr<NodeState[]> states_;    // null if the graph is a chain
    NodeState only_state_{0, no_node};       // state of the only ready command of a chain
    std::atomic<std::uint32_t> active_ = 1;  // number of active tasks, including the GraphCommand
    std::string failure_;                    // written only by the thread that reports the first failure

    mutable device::SpinMutex mutex_;  // guards the members below
    ReadyNodes pool_;
    std::atomic<std::uint32_t> pool_size_ = 0;  // copy of pool_.size that may be read without the mutex
    std::array<GraphHelper, 2> first_helpers_;  // two helpers, so that one helper can call the other helper
    std::vector<std::unique_ptr<GraphHelper>> more_helpers_;
    std::vector<std::unique_ptr<LargeWorkTask>> large_;
    std::vector<std::unique_ptr<FamilyTask>> families_;
};

}  // namespace lanewise::runtime
