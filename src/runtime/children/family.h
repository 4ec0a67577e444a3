// All that the work-items of one command enqueue, and what those enqueue in turn: children that wait for events or for
// the one that enqueued them, those that are ready, and who runs them. The command is complete when the last is.
//
// No thread ever waits for a child. A thread that ends a range of work-groups puts what these enqueued into the pool of
// ready children (or runs it, when it is the command's last); helpers, which are tasks of the device's arena, take from
// there, as many as there is work for. A thread goes on with what its own children enqueue, without a lock, and shares
// what is more than a little. Children of many work-groups are tasks of their own.
//
// Who completes what: a child with an event completes it when itself and all below it are done. Children whose event
// nobody asked for are not kept until then: what they enqueue is counted where they were (Child::anchor), so that a
// kernel that enqueues itself again and again takes no more memory. Thread-safe.
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

/// The command, as its family sees it.
class FamilyHead {
public:
    /// A child has failed; `text` tells why, if there is something to tell.
    virtual void child_failed(cl_int status, std::string text) noexcept = 0;
    /// The context has been terminated: what is left is not run.
    virtual bool is_ending() const noexcept = 0;
    /// All descendants are complete. The family may be gone behind it.
    virtual void family_complete() noexcept = 0;
    /// While a helper is posted, the command stays.
    virtual void hold() noexcept = 0;
    virtual void let_go() noexcept = 0;

protected:
    ~FamilyHead() = default;
};

class Family {
public:
    /// `host_queue` is the command's; `functions` and `command` are what its launch has.
    Family(FamilyHead& head, Queue& host_queue, std::shared_ptr<ProgramCode> program,
           const abi::RuntimeFunctions& functions, void* command);
    ~Family();
    Family(const Family&) = delete;
    Family& operator=(const Family&) = delete;

    ProgramCode& program() noexcept { return *program_; }
    DeviceEvents& events() noexcept { return memory_->events; }
    ChildStore& store() noexcept { return memory_->store; }
    Device& device() noexcept { return device_; }

    /// Keeps a queue that kernels may name; false when it is none of this device and context. Throws std::bad_alloc.
    bool keep_queue(Ref<Queue> queue);
    /// All children are complete.
    void release_queues() noexcept;
    /// The queue that `word` names, if it is one of those kept.
    Queue* find_queue(std::uint64_t word) noexcept;
    /// The default queue's word, 0 without one.
    std::uint64_t default_queue() noexcept;

    /// Of the command's own work-groups: what a range of them enqueued. `waiting` is for the end of the last.
    void take_range(ChildList& ready, ChildList& waiting, bool is_last) noexcept;
    /// Work-items of `enqueuer`, or of the command, made so many children: told before any of them can be complete.
    void count_made(Child* enqueuer, std::uint32_t made) noexcept;
    /// Makes children known to the helpers.
    void share(ChildList& ready) noexcept;

    /// The command's work-groups have all run. Calls family_complete(), or whoever completes the last child does; the
    /// caller holds the command meanwhile.
    void root_ended() noexcept;

    /// `child` has one thing less to wait for; goes to `ready` at the last.
    static void meet(Child& child, ChildList& ready) noexcept;
    /// Who waited for an event that is settled.
    static void release(EventEdge* waiting, std::int32_t status, ChildList& ready) noexcept;

    /// A task that the command's waiter can help with; null when there is none at present, or the
    /// command's own work-groups have not all run.
    device::Task* find_task() noexcept;

private:
    friend class EnqueueScope;
    class Helper;
    class LargeChild;
    class Turn;

    /// What a child runs, by a plan that launches have settled or try (code/plan_trial.h).
    struct ChosenCode {
        const CompiledKernel* code;
        TimedTurn turn{};
    };

    /// What makes a thread run children.
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
    /// What the child's launch has, or would have: as it was enqueued, or chosen.
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
    std::byte* const variables_;  // the program's
    std::unique_ptr<FamilyMemory> memory_;
    std::atomic<std::uint64_t> pending_ = 1;  // the command itself, and what is anchored there

    device::SpinMutex mutex_;  // guards the rest
    ChildList pool_;           // ready
    std::atomic<std::size_t> pool_size_ = 0;
    float pool_ns_ = 0;
    ChildList after_root_;  // for the end of the command's own work-groups
    bool root_ended_ = false;
    unsigned workers_ = 0;  // threads in work()
    std::vector<std::unique_ptr<Helper>> helpers_;
    std::vector<std::unique_ptr<LargeChild>> large_;
    unsigned large_running_ = 0;
    std::vector<Ref<Queue>> queues_;
    std::array<std::atomic<Queue*>, 4> known_queues_{};
};

}  // namespace lanewise::runtime
