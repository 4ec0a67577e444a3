// The children of one command: all kernels that its work-items enqueue, and their children in turn. The family keeps
// the waiting children and the ready ones, and runs them. The command is complete when the last child is.
//
// No thread ever waits for a child. A thread that ends a range of work-groups puts the ready children into a pool, or
// runs them itself when it is the command's last. Helpers, which are tasks of the device's arena, take children from
// the pool; their number depends on the amount of work. A thread runs the children of its own children without a lock,
// and shares them when there are too many. Children with many work-groups are tasks of their own.
//
// A child with an event is complete, and completes the event, when it and all its descendants are done. A child without
// an event is not kept until then: its children are counted at its nearest ancestor with an event (Child::anchor). A
// kernel that enqueues itself again and again therefore takes no more memory. Thread-safe.
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
    /// Reports the failure of a child; `text` describes it, or is empty.
    virtual void child_failed(cl_int status, std::string text) noexcept = 0;
    /// Whether the context has been terminated, so that the remaining children are not run.
    virtual bool is_ending() const noexcept = 0;
    /// Called when all descendants are complete. The family may be destroyed when the call returns.
    virtual void family_complete() noexcept = 0;
    /// Keeps the command alive while a helper is posted.
    virtual void hold() noexcept = 0;
    virtual void let_go() noexcept = 0;

protected:
    ~FamilyHead() = default;
};

class Family {
public:
    /// `host_queue` is the command's queue; `functions` and `command` are those of its launch.
    Family(FamilyHead& head, Queue& host_queue, std::shared_ptr<ProgramCode> program,
           const abi::RuntimeFunctions& functions, void* command);
    ~Family();
    Family(const Family&) = delete;
    Family& operator=(const Family&) = delete;

    ProgramCode& program() noexcept { return *program_; }
    DeviceEvents& events() noexcept { return memory_->events; }
    ChildStore& store() noexcept { return memory_->store; }
    Device& device() noexcept { return device_; }

    /// Keeps a queue that kernels may name; false when the queue is not of this device and context. Throws
    /// std::bad_alloc.
    bool keep_queue(Ref<Queue> queue);
    /// Releases the kept queues, when all children are complete.
    void release_queues() noexcept;
    /// The kept queue that `word` names, or null.
    Queue* find_queue(std::uint64_t word) noexcept;
    /// The word of the default queue; 0 when there is none.
    std::uint64_t default_queue() noexcept;

    /// Takes over the children that a range of the command's own work-groups enqueued. `waiting` holds those that wait
    /// for the end of the last work-group.
    void take_range(ChildList& ready, ChildList& waiting, bool is_last) noexcept;
    /// Counts children that work-items of `enqueuer`, or of the command when it is null, enqueued. Must be called
    /// before any of them can be complete.
    void count_made(Child* enqueuer, std::uint32_t made) noexcept;
    /// Moves ready children to the pool, from which helpers take them.
    void share(ChildList& ready) noexcept;

    /// Called when the command's own work-groups have all run. This call, or the thread that completes the last child,
    /// calls family_complete(). The caller must hold the command meanwhile.
    void root_ended() noexcept;

    /// Counts one met dependency of `child`; appends it to `ready` after the last one.
    static void meet(Child& child, ChildList& ready) noexcept;
    /// Counts the settled event as met for all waiting children; `status` is the event's.
    static void release(EventEdge* waiting, std::int32_t status, ChildList& ready) noexcept;

    /// A task that a thread waiting for the command can help with. Null when there is none at present, or the command's
    /// own work-groups have not all run.
    device::Task* find_task() noexcept;

private:
    friend class EnqueueScope;
    class Helper;
    class LargeChild;
    class Turn;

    /// The code of a child by a plan that launches have settled on or are trying (code/plan_trial.h).
    struct ChosenCode {
        const CompiledKernel* code;
        TimedTurn turn{};
    };

    /// The event after which a thread runs children.
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
    /// The local size of the child's launch: as it was enqueued, or else chosen.
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
    std::byte* const variables_;  // of the program
    std::unique_ptr<FamilyMemory> memory_;
    std::atomic<std::uint64_t> pending_ = 1;  // the command itself and the children anchored to it

    device::SpinMutex mutex_;  // guards the members below
    ChildList pool_;           // the ready children
    std::atomic<std::size_t> pool_size_ = 0;
    float pool_ns_ = 0;
    ChildList after_root_;  // children that wait for the end of the command's own work-groups
    bool root_ended_ = false;
    unsigned workers_ = 0;  // threads in work()
    std::vector<std::unique_ptr<Helper>> helpers_;
    std::vector<std::unique_ptr<LargeChild>> large_;
    unsigned large_running_ = 0;
    std::vector<Ref<Queue>> queues_;
    std::array<std::atomic<Queue*>, 4> known_queues_{};
};

}  // namespace lanewise::runtime
