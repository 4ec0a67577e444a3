// A command queue: orders its commands by dependencies between them. It owns no thread.
//
// In order: each command depends on the one before it. Out of order: a command depends on its wait list and on the last
// barrier. A marker or barrier without a wait list depends on all commands before it: on the last such command, and
// directly on the commands after that one. Thread-safe.
#pragma once

#include <atomic>
#include <optional>
#include <span>
#include <vector>

#include "device/machine/spin_mutex.h"
#include "device/pool/task.h"
#include "runtime/object/handle.h"
#include "runtime/object/object.h"
#include "runtime/object/ref.h"

namespace lanewise::runtime {

class Command;
class Dependency;

/// A wait list whose events have been checked (made by api/enqueue/wait_list.h).
using WaitList = std::span<Event* const>;

/// The order of a command among the others of its queue.
enum class Order : std::uint8_t {
    normal,     // after the last barrier
    after_all,  // a marker: also after all earlier commands
    barrier,    // as after_all; all later commands come after it
};

/// The settings that a queue is created with.
struct QueueSettings {
    cl_command_queue_properties properties = 0;
    device::Urgency urgency = device::Urgency::normal;  // cl_khr_priority_hints
    bool is_throttled = false;                          // cl_khr_throttle_hints: save energy
    std::uint32_t device_bytes = 0;                     // CL_QUEUE_SIZE of a queue on the device
    /// The properties as given, with the terminating 0, or empty when none were given.
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

    /// Whether this is a device queue: only work-items enqueue to it.
    bool is_on_device() const noexcept { return (properties() & CL_QUEUE_ON_DEVICE) != 0; }
    std::uint32_t device_bytes() const noexcept { return settings_.device_bytes; }
    /// Reserves room for a command that a work-item enqueues; returns false when the queue is full.
    bool take_room(std::uint32_t bytes) noexcept;
    void give_room(std::uint32_t bytes) noexcept { room_.fetch_add(bytes, std::memory_order_relaxed); }

    device::Urgency urgency() const noexcept { return settings_.urgency; }
    /// The number of threads that one of its commands may use: half of the device's for a throttled queue.
    unsigned max_threads() const noexcept;

    /// Hands the command over to its queue. Throws CL_CONTEXT_TERMINATED_KHR. `event`, when not null, receives a
    /// reference of the application's. When the call returns, the command and objects that only it holds may be
    /// destroyed.
    static void enqueue(Ref<Command> command, WaitList waits, cl_event* event, Order order = Order::normal);

    /// As enqueue(), and waits until the command has run. Throws its negative status, or
    /// CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST when an event of the wait list failed.
    static void enqueue_blocking(Ref<Command> command, WaitList waits, cl_event* event);

    /// Makes all commands fail and accepts no more: the context is being terminated.
    void close() noexcept;
    bool is_closed() const noexcept { return is_closed_.load(std::memory_order_relaxed); }
    /// Settles the commands that run functions of the application, which cannot be ended.
    void settle_host_functions() noexcept;

    /// Ensures that all commands enqueued so far get done without further calls.
    void flush() noexcept;
    /// Waits until all commands enqueued so far are done.
    void finish() noexcept;

    /// The first command that is not done; in an in-order queue, the only one that can run.
    Ref<Command> first_unsettled() noexcept;

    /// Removes a command that has run; called by the command.
    void remove(Command& command) noexcept;

private:
    friend class Object<Queue, _cl_command_queue, Tag::queue>;
    ~Queue();

    bool add(Command& command, WaitList waits, Order order);
    void depend_on_queue(Command& command, bool after_all, Dependency* slot) noexcept;
    std::size_t uncovered_count() noexcept;
    void append(Command& command) noexcept;
    bool take_overdue_flush(const Command& command) noexcept;
    Ref<Command> running_host_function() noexcept;
    Ref<Command> last_up_to(std::uint64_t number) noexcept;

    Ref<Context> context_;
    Ref<Device> device_;
    QueueSettings settings_;
    std::atomic<bool> is_closed_ = false;  // changed under mutex_
    std::atomic<std::int64_t> room_;       // bytes left of device_bytes

    device::SpinMutex mutex_;   // guards the members below
    Command* first_ = nullptr;  // all commands not yet done, in the order of their enqueue
    Command* last_ = nullptr;
    Command* barrier_ = nullptr;   // the last barrier, until it is done
    Command* covering_ = nullptr;  // the last command that comes after all earlier ones, until it is done
    std::uint64_t covering_number_ = 0;
    std::size_t uncovered_ = 0;   // number of commands not yet done and later than covering_number_
    std::uint64_t enqueued_ = 0;  // number of all commands so far
    float unflushed_cost_ns_ = 0;
};

}  // namespace lanewise::runtime
