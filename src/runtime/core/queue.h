// A command queue: defines the order of its commands by dependencies between the commands. A queue owns no thread.
//
// In an in-order queue, each command depends on the command before it. In an out-of-order queue, a command depends on
// its wait list and on the last barrier. A marker or barrier without a wait list depends on all commands before it.
// Direct dependencies on the previous marker or barrier without a wait list, and on each later command, suffice for
// this. Thread-safe.
#pragma once

#include <atomic>
#include <optional>
#include <span>
#include <vector>

#include "device/machine/spin_mutex.h"
#include "device/pool/task.h"
#include "runtime/object/cl_headers.h"
#include "runtime/object/handle.h"
#include "runtime/object/object.h"
#include "runtime/object/ref.h"

namespace lanewise::runtime {

struct Allocation;
class Command;
class Dependency;

/// A wait list with events that api/enqueue/wait_list.h has checked.
using WaitList = std::span<Event* const>;

/// The order of a command relative to the other commands of its queue.
enum class Order : std::uint8_t {
    normal,     // comes after the last barrier
    after_all,  // for markers: comes after all earlier commands
    barrier,    // comes after all earlier commands and before all later ones
};

/// The settings with which a queue is created.
struct QueueSettings {
    cl_command_queue_properties properties = 0;
    device::Urgency urgency = device::Urgency::normal;  // cl_khr_priority_hints
    bool is_throttled = false;                          // cl_khr_throttle_hints: save energy
    std::uint32_t device_bytes = 0;                     // CL_QUEUE_SIZE in bytes, for a device queue
    /// The properties that the application passed, including the terminating 0; empty if the application passed no
    /// list.
    std::vector<cl_queue_properties> property_list = {};
};

class Queue final : public Object<Queue, _cl_command_queue, Tag::queue> {
public:
    Queue(Context& context, Device& device, QueueSettings settings);

    Context& context() const noexcept { return *context_; }
    Device& device() const noexcept { return *device_; }
    cl_command_queue_properties properties() const noexcept { return settings_.properties; }
    std::span<const cl_queue_properties> property_list() const noexcept { return settings_.property_list; }
    bool in_order() const noexcept { return (properties() & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0; }
    bool profiles() const noexcept { return (properties() & CL_QUEUE_PROFILING_ENABLE) != 0; }

    /// Returns whether commands run on the thread that enqueues them, before the call returns
    /// (cl_intel_exec_by_local_thread).
    bool runs_on_caller() const noexcept { return (properties() & CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL) != 0; }

    /// Returns whether this is a device queue, to which only work-items enqueue commands.
    bool is_on_device() const noexcept { return (properties() & CL_QUEUE_ON_DEVICE) != 0; }
    std::uint32_t device_bytes() const noexcept { return settings_.device_bytes; }
    /// Reserves `bytes` for a command that a work-item enqueues; returns false if the queue is full.
    bool take_room(std::uint32_t bytes) noexcept;
    void give_room(std::uint32_t bytes) noexcept { room_.fetch_add(bytes, std::memory_order_relaxed); }

    device::Urgency urgency() const noexcept { return settings_.urgency; }
    /// Maximum number of threads that one command of the queue may use: half of the device's threads for a throttled
    /// queue.
    unsigned max_threads() const noexcept;

    /// Hands the command over to its queue. Throws CL_CONTEXT_TERMINATED_KHR. If `event` is not null, stores the handle
    /// of the command in `*event`, with a reference that the application owns. When the call returns, the command, and
    /// objects that only the command holds, may already have been destroyed.
    static void enqueue(Ref<Command> command, WaitList waits, cl_event* event, Order order = Order::normal);

    /// Like enqueue(), and waits until the command has run. Throws the command's negative status, or
    /// CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if an event of the wait list failed.
    static void enqueue_blocking(Ref<Command> command, WaitList waits, cl_event* event);

    /// Makes all commands fail and accepts no more commands. Called when the context is terminated.
    void close() noexcept;
    bool is_closed() const noexcept { return is_closed_.load(std::memory_order_relaxed); }
    /// Settles the events of all commands that are running a function of the application (native kernels). The driver
    /// cannot stop such a function, so the termination of a context does not wait for these commands.
    void settle_host_functions() noexcept;

    /// Ensures that all commands enqueued so far will run without further calls.
    void flush() noexcept;
    /// Waits until all commands enqueued so far are done.
    void finish() noexcept;

    /// Returns the number of the last command; nothing if the queue has no commands.
    std::optional<std::uint64_t> last_number_if_busy() noexcept;
    /// Waits for those commands that may use the allocation and whose number is at most `last_number`.
    void finish_users_of(const Allocation& allocation, std::uint64_t last_number) noexcept;

    /// Returns the first command that is not settled. In an in-order queue, only this command can run. Returns null if
    /// all are settled.
    Ref<Command> first_unsettled() noexcept;

    /// Removes a command that has run. Called by the command itself.
    void remove(Command& command) noexcept;

private:
    friend class Object<Queue, _cl_command_queue, Tag::queue>;
    friend class Context;
    ~Queue();

    bool add(Command& command, WaitList waits, Order order);
    static void run_on_caller(Ref<Command> command) noexcept;
    void depend_on_queue(Command& command, bool after_all, Dependency* slot) noexcept;
    std::size_t uncovered_count() noexcept;
    void append(Command& command) noexcept;
    bool take_overdue_flush(const Command& command) noexcept;
    Ref<Command> running_host_function() noexcept;
    Ref<Command> last_up_to(std::uint64_t number) noexcept;
    Ref<Command> last_user_of(const Allocation& allocation, std::uint64_t number) noexcept;

    Ref<Context> context_;
    Ref<Device> device_;
    QueueSettings settings_;
    std::atomic<bool> is_closed_ = false;  // written only while mutex_ is locked
    std::atomic<std::int64_t> room_;       // number of free bytes, at most device_bytes

    device::SpinMutex mutex_;   // guards the members below
    Command* first_ = nullptr;  // list of all commands not yet removed, in the order of their enqueue
    Command* last_ = nullptr;
    Command* barrier_ = nullptr;   // the last barrier; null once it is done
    Command* covering_ = nullptr;  // the last marker or barrier without a wait list; null once it is done
    std::uint64_t covering_number_ = 0;
    std::size_t uncovered_ = 0;   // number of commands that follow command covering_number_ and are not removed yet
    std::uint64_t enqueued_ = 0;  // number of all commands enqueued so far
    float unflushed_cost_ns_ = 0;

    Queue* next_in_context_ = nullptr;  // guarded by the context's mutex
    Queue* previous_in_context_ = nullptr;
};

}  // namespace lanewise::runtime
