// An event: the status of a command or of a user event, with the commands, threads and callbacks that wait for it.
// Every command is an event (core/command.h), whether or not the application asked for the event.
//
// The status only falls: CL_QUEUED, CL_SUBMITTED, CL_RUNNING, then CL_COMPLETE or a negative error. Completion walks
// the successors with a loop. Thread-safe.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "device/machine/spin_mutex.h"
#include "device/pool/arena.h"
#include "runtime/core/event_callbacks.h"
#include "runtime/object/handle.h"
#include "runtime/object/object.h"
#include "runtime/object/ref.h"

namespace lanewise::runtime {

class Command;
class Event;

/// One entry in an event's list of successors: `command` waits for the event. The command owns the entry.
class Dependency {
public:
    Dependency* next = nullptr;
    Command* command = nullptr;
    bool passes_failure = false;  // true for a wait list, false for the order of a queue

    void set_event(Event* event) noexcept { event_.store(event, std::memory_order_release); }
    /// The event, or null when it is settled; for finding the dependencies that a command still waits for.
    Ref<Event> event() const noexcept;
    /// Called by the event before it is destroyed: waits while another thread takes a reference in event().
    void forget_event() noexcept;

private:
    static inline constinit char being_read_;  // its address marks an event to which a reference is being taken

    mutable std::atomic<void*> event_ = nullptr;
};

/// The times of a command that profiling reports, in nanoseconds of the host timer. `completed`: for a command whose
/// work-items enqueued other kernels, the time at which the last of these kernels was done.
enum class Moment : std::uint8_t { queued, submitted, started, ended, completed };

class Event : public Object<Event, _cl_event, Tag::event> {
public:
    using Callback = EventCallback::Function;

    cl_int status() const noexcept { return status_.load(std::memory_order_acquire); }
    /// Whether the event is complete or failed.
    bool is_settled() const noexcept { return status() <= CL_COMPLETE; }

    virtual Context& context() const noexcept = 0;
    /// The queue of a command's event; null for a user event.
    virtual Queue* queue() const noexcept { return nullptr; }
    /// The command of this event; null for a user event.
    virtual Command* as_command() noexcept { return nullptr; }
    virtual cl_command_type type() const noexcept = 0;
    virtual device::Arena& arena() const noexcept = 0;

    std::uint64_t time(Moment moment) const noexcept {
        return times_[static_cast<unsigned>(moment)].load(std::memory_order_relaxed);
    }

    /// Blocks until the event is settled and returns the final status; the calling thread helps meanwhile.
    cl_int wait() noexcept;

    /// Releases all waiting commands and threads as if the event had failed, but sets no status: its context has been
    /// terminated. Nobody waits for the event from then on.
    void abandon() noexcept;

    /// Adds `dependency` to the successors unless the event is settled (then false). The event lives until it releases
    /// its successors.
    bool add_successor(Dependency& dependency) noexcept;

    /// Registers `callback`, to be called on another thread when the status has fallen to `status` or below.
    void add_callback(cl_int status, Callback callback, void* user_data);

protected:
    friend class Object<Event, _cl_event, Tag::event>;
    /// `holds_itself`: the event keeps itself alive until it is settled, as commands do.
    explicit Event(cl_int status, bool holds_itself = true) noexcept : status_(status), holds_itself_(holds_itself) {}
    virtual ~Event();

    /// Sets the status to CL_SUBMITTED or CL_RUNNING.
    void advance(cl_int status) noexcept;
    /// Sets the status to CL_COMPLETE or an error; returns false when the event was settled before.
    bool settle(cl_int status) noexcept;
    void stamp(Moment moment) noexcept;

private:
    struct Waiting;
    Waiting take_waiting() noexcept;
    void release_successors(Dependency* first, bool failed) noexcept;
    static void release_waiters(device::Waiter* first) noexcept;
    void call_back(cl_int status) noexcept;

    std::atomic<cl_int> status_;
    const bool holds_itself_;
    device::SpinMutex mutex_;
    std::atomic<bool> has_callbacks_ = false;
    Dependency* successors_ = nullptr;  // under mutex_
    Dependency** last_successor_ = &successors_;
    device::Waiter* waiters_ = nullptr;  // under mutex_
    bool is_abandoned_ = false;          // under mutex_
    EventCallbackList callbacks_;        // under mutex_
    std::array<std::atomic<std::uint64_t>, 5> times_{};
};

class UserEvent final : public Event {
public:
    explicit UserEvent(Context& context);
    ~UserEvent() override;

    Context& context() const noexcept override { return *context_; }
    cl_command_type type() const noexcept override { return CL_COMMAND_USER; }
    device::Arena& arena() const noexcept override;

    /// Returns false when the status was set before.
    bool set_status(cl_int status) noexcept { return settle(status); }

private:
    Ref<Context> context_;
};

/// The host's timer (clGetHostTimer), in nanoseconds; the device's timer is the same.
std::uint64_t host_time_ns() noexcept;

}  // namespace lanewise::runtime
