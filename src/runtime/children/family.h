// The children of one command: all kernels that its work-items enqueue, and the children of these kernels in turn. The
// family keeps the waiting and the ready children, and runs them. The command is complete when the last child is
// complete.
//
// No thread ever waits for a child. A thread that has run a range of work-groups puts the ready children into a pool.
// If the range is the command's last one, the thread runs the children itself. Helpers are tasks of the device's arena
// that take children from the pool; their number depends on the amount of work. A thread runs the children of its own
// children without a lock, and shares them if there are too many. A child with many work-groups is a task of its own.
//
// A child with an event is complete when it and all its descendants are done; it then completes the event. A child
// without an event is freed as soon as it is done. Its own children are counted at its nearest ancestor with an event
// (Child::anchor), so a kernel that enqueues itself again and again does not take more and more memory. Thread-safe.
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

/// The interface of the command to its family.
class FamilyHead {
public:
    /// Reports the failure of a child; `text` describes the failure, or is empty.
    virtual void child_failed(cl_int status, std::string text) noexcept = 0;
    /// Returns whether the context has been terminated. The remaining children are then not run.
    virtual bool is_ending() const noexcept = 0;
    /// Called when all descendants are complete. The family may be destroyed before the call returns.
    virtual void family_complete() noexcept = 0;
    /// Keep the command alive while a helper is posted.
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

    /// Keeps a queue that kernels may use. Returns false if the queue does not belong to this device and context.
    /// Throws std::bad_alloc.
    bool keep_queue(Ref<Queue> queue);
    /// Releases the kept queues. Called when all children are complete.
    void release_queues() noexcept;
    /// Returns the kept queue with the handle `word`, or null.
    Queue* find_queue(std::uint64_t word) noexcept;
    /// Returns the handle of the default queue as a word; 0 if there is none.
    std::uint64_t default_queue() noexcept;

    /// Takes over the children that a range of the command's own work-groups enqueued. `waiting` holds the children
    /// that wait for the end of the command's last work-group.
    void take_range(ChildList& ready, ChildList& waiting, bool is_last) noexcept;
    /// Adds to the number of children that work-items of `enqueuer` enqueued; null stands for the command. Must be
    /// called before any of these children can be complete.
    void count_made(Child* enqueuer, std::uint32_t made) noexcept;
    /// Moves ready children to the pool, from which helpers take them.
    void share(ChildList& ready) noexcept;

    /// Called when all work-groups of the command itself have run. This thread calls family_complete(), or the thread
    /// that completes the last child does. The caller must keep the command alive during the call.
    void root_ended() noexcept;

    /// Records that one dependency of `child` is met; appends the child to `ready` after the last dependency.
    static void meet(Child& child, ChildList& ready) noexcept;
    /// Records for all waiting children that a settled event is met; `status` is the status of the event.
    static void release(EventEdge* waiting, std::int32_t status, ChildList& ready) noexcept;

    /// Returns a task with which a thread that waits for the command can help. Returns null if there is none now, or if
    /// some work-groups of the command itself have not yet run.
    device::Task* find_task() noexcept;

private:
    friend class EnqueueScope;
    class Helper;
    class LargeChild;
    class Turn;

    /// The code of a child with the plan that launches have kept or are trying (code/plan_trial.h).
    struct ChosenCode {
        const CompiledKernel* code;
        TimedTurn turn{};
    };

    /// Tells what has just ended when a thread begins to run children.
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
    /// Returns the local size of the child's launch: the enqueued size, or else a chosen one.
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
    /// Number of incomplete children anchored to the command, plus one for the command itself.
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
