// The children of one command: all kernels that its work-items enqueue, and the children of these kernels in turn. The
// family stores all children that wait or are ready, and runs the ready children. The command is complete when the last
// child is complete.
//
// No thread ever waits for a child. A thread that has run a range of work-groups puts the ready children into a pool.
// After the command's last range of work-groups, the thread also runs children itself. Helpers are tasks of the
// device's arena that take children from the pool; their number depends on the amount of work. If a thread runs a child
// that enqueues further children, the thread keeps the new children in its own list, which needs no lock. If this list
// becomes long, the thread moves some of its children to the pool. A child with many work-groups is a separate task.
//
// A child with an event is complete when it and all its descendants have ended; the event is then settled. A child
// without an event is freed as soon as its own work-groups have ended. If a child without an event enqueues further
// children, the nearest ancestor with an event counts them (Child::anchor). A kernel that enqueues itself again and
// again therefore does not take more and more memory. Thread-safe.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "device/kernel/launch.h"
#include "device/machine/spin_mutex.h"
#include "device/pool/arena.h"
#include "runtime/children/family_memory.h"
#include "runtime/code/program_code.h"
#include "runtime/core/queue.h"

namespace lanewise::runtime {

class EnqueueScope;

/// The interface through which a family calls its command.
class FamilyHead {
public:
    /// Reports the failure of a child. `text` is a description of the failure or empty.
    virtual void child_failed(cl_int status, std::string text) noexcept = 0;
    /// Returns whether the context has been terminated; if so, the remaining children must not run.
    virtual bool is_ending() const noexcept = 0;
    /// Called when all children of the family are complete. The call may destroy the family before the call returns.
    virtual void family_complete() noexcept = 0;
    /// Keep the command alive from hold() to let_go(), while a task of the family is posted.
    virtual void hold() noexcept = 0;
    virtual void let_go() noexcept = 0;

protected:
    ~FamilyHead() = default;
};

class Family {
public:
    /// `host_queue` is the command's queue; `functions` and `command` are passed to the launches of children.
    Family(FamilyHead& head, Queue& host_queue, std::shared_ptr<ProgramCode> program,
           const abi::RuntimeFunctions& functions, void* command);
    ~Family();
    Family(const Family&) = delete;
    Family& operator=(const Family&) = delete;

    ProgramCode& program() noexcept { return *program_; }
    DeviceEvents& events() noexcept { return memory_->events; }
    ChildStore& store() noexcept { return memory_->store; }
    Device& device() noexcept { return device_; }

    /// Keeps a reference to a device queue that kernels may use. Returns false if the queue belongs to another device
    /// or context, or is a host queue. Throws std::bad_alloc.
    bool keep_queue(Ref<Queue> queue);
    /// Releases the references to queues. Called when all children are complete.
    void release_queues() noexcept;
    /// Returns the queue whose handle is `word`, or null if keep_queue() has not been called for this queue.
    Queue* find_queue(std::uint64_t word) noexcept;
    /// Returns the handle of the default device queue as a word; returns 0 if there is none.
    std::uint64_t default_queue() noexcept;

    /// Takes over the children that were enqueued by a range of the command's own work-groups, which a thread has just
    /// run. `waiting` holds the children that wait for the end of the command's last work-group.
    void take_range(ChildList& ready, ChildList& waiting, bool is_last) noexcept;
    /// Adds `made` to the number of children that work-items of `enqueuer` enqueued; `enqueuer` is null for the
    /// command. Must be called before any of these children can be complete.
    void count_made(Child* enqueuer, std::uint32_t made) noexcept;
    /// Moves ready children to the pool, from which helpers take them.
    void share(ChildList& ready) noexcept;

    /// Called when all work-groups of the command itself have run. Runs children. family_complete() is called here, or
    /// later by the thread that completes the last child. The caller must keep the command alive during the call.
    void root_ended() noexcept;

    /// Records that one dependency of `child` is met; appends the child to `ready` if no unmet dependency remains.
    static void meet(Child& child, ChildList& ready) noexcept;
    /// Records for all children in `waiting` that the event for which they wait is settled. `status` is the status of
    /// the event.
    static void release(EventEdge* waiting, std::int32_t status, ChildList& ready) noexcept;

    /// Returns a task for a thread that waits for the command. Returns null if there is no such task now, or if some
    /// work-groups of the command itself have not yet run.
    device::Task* find_task() noexcept;

private:
    friend class EnqueueScope;
    class Helper;
    class LargeChild;
    class Turn;

    /// The code that a child runs: the usual code, or code of another plan, which a trial is timing or has chosen
    /// (code/plan_trial.h).
    struct ChosenCode {
        const CompiledKernel* code;
        TimedTurn turn{};
    };

    /// The children or work-groups that have just ended when a thread calls work().
    enum class Ended : std::uint8_t { nothing, command, large_child };

    void work(ChildList& local, device::WorkerMemory& memory, Ended ended, Child* child) noexcept;
    void run_turn(Turn& turn) noexcept;
    void run_child(Child& child, Turn& turn) noexcept;
    bool run_kernel(Child& child, Turn& turn) noexcept;
    bool run_apart(Child& child, ChosenCode& code, const device::Launch& launch, float ns) noexcept;
    void note_outcome(Child& child, const device::Launch& launch, const device::Outcome& outcome) noexcept;
    void note_failure(Child& child, cl_int status, std::string text) noexcept;
    void child_ended(Child& child, Turn& turn) noexcept;
    void settle(Child* anchor, std::uint32_t count, Turn& turn) noexcept;
    void drop(Child& child, Turn& turn) noexcept;
    void add_to_pool(ChildList& ready) noexcept;
    void take_some(ChildList& local) noexcept;
    void call_helpers() noexcept;
    Helper* free_helper() noexcept;
    bool leave(bool is_complete, ChildList& ready) noexcept;
    /// Returns the local size of a child's launch: the local size of `range`, or a chosen local size if `range` has
    /// none.
    Dim3 local_size_of(const CompiledKernel& kernel, const NDRange& range) const noexcept;
    NDRange launch_range(const Child& child, ChosenCode& chosen) noexcept;
    void choose_plan(const NDRange& range, ChosenCode& chosen) noexcept;
    device::Launch launch_of(const Child& child, const CompiledKernel& code, const NDRange& range) noexcept;
    Context& context() const noexcept;

    FamilyHead& head_;
    const Ref<Queue> host_queue_;
    Device& device_;
    const std::shared_ptr<ProgramCode> program_;
    const abi::RuntimeFunctions& functions_;
    void* const command_;
    std::byte* const variables_;  // the program's variables
    std::unique_ptr<FamilyMemory> memory_;
    /// Number of incomplete children without an anchor, plus one for the command itself.
    std::atomic<std::uint64_t> pending_ = 1;

    device::SpinMutex mutex_;  // guards the members below
    ChildList pool_;           // the ready children
    std::atomic<std::size_t> pool_size_ = 0;
    float pool_ns_ = 0;
    ChildList after_root_;  // children that wait until all work-groups of the command itself have run
    bool root_ended_ = false;
    unsigned workers_ = 0;  // number of threads inside work()
    std::vector<std::unique_ptr<Helper>> helpers_;
    std::vector<std::unique_ptr<LargeChild>> large_;
    unsigned large_running_ = 0;
    std::vector<Ref<Queue>> queues_;
    std::array<std::atomic<Queue*>, 4> known_queues_{};
};

}  // namespace lanewise::runtime
