// An event: the status of a command or of a user event, and who waits for it. Every command is an event
// (core/command.h), whether or not the application asked for it.
//
// Status only falls: CL_QUEUED, CL_SUBMITTED, CL_RUNNING, then CL_COMPLETE or a negative error.
// Completion walks the successors with a loop. Thread-safe.
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

/// "`command` waits for an event", linked into that event's list. Belongs to the command.
class Dependency {
public:
    Dependency* next = nullptr;
    Command* command = nullptr;
    bool passes_failure = false;  // a wait list does, the order of a queue does not

    void set_event(Event* event) noexcept { event_.store(event, std::memory_order_release); }
    /// The event, null when it is settled; for who looks what a command still waits for.
    Ref<Event> event() const noexcept;
    /// Called by the event before it goes: waits for who is just taking a reference.
    void forget_event() noexcept;

private:
    static inline constinit char being_read_;  // its address marks an event that somebody takes a reference of

    mutable std::atomic<void*> event_ = nullptr;
};

/// The times of a command that profiling asks for, in nanoseconds of the host timer.
/// `completed`: of a command whose work-items enqueued others, when the last of those was done.
enum class Moment : std::uint8_t { queued, submitted, started, ended, completed };

class Event : public Object<Event, _cl_event, Tag::event> {
public:
    using Callback = EventCallback::Function;

    cl_int status() const noexcept { return status_.load(std::memory_order_acquire); }
    /// Complete or failed.
    bool is_settled() const noexcept { return status() <= CL_COMPLETE; }

    virtual Context& context() const noexcept = 0;
    /// Null for a user event.
    virtual Queue* queue() const noexcept { return nullptr; }
    /// This event, when it is a command's.
    virtual Command* as_command() noexcept { return nullptr; }
    virtual cl_command_type type() const noexcept = 0;
    virtual device::Arena& arena() const noexcept = 0;

    std::uint64_t time(Moment moment) const noexcept {
        return times_[static_cast<unsigned>(moment)].load(std::memory_order_relaxed);
    }

    /// Blocks until the event is settled; the calling thread helps meanwhile. Yields the final status.
    cl_int wait() noexcept;

    /// Lets go of who waits for it, as if it had failed, without a status of its own: its context has been terminated.
    /// Nobody waits for it from then on.
    void abandon() noexcept;

    /// Links `dependency` unless the event is settled (then false). The event stays until it lets go of it.
    bool add_successor(Dependency& dependency) noexcept;

    /// Has `callback` called, on another thread, when the status has fallen to `status` or below.
    void add_callback(cl_int status, Callback callback, void* user_data);

protected:
    friend class Object<Event, _cl_event, Tag::event>;
    /// `holds_itself`: until it is settled, as commands do.
    explicit Event(cl_int status, bool holds_itself = true) noexcept : status_(status), holds_itself_(holds_itself) {}
    virtual ~Event();

    /// To CL_SUBMITTED or CL_RUNNING.
    void advance(cl_int status) noexcept;
    /// To CL_COMPLETE or an error; false when the event was settled before.
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

    /// False when the status was set before.
    bool set_status(cl_int status) noexcept { return settle(status); }

private:
    Ref<Context> context_;
};

/// The host's timer (clGetHostTimer) and the device's, which are the same: nanoseconds.
std::uint64_t host_time_ns() noexcept;

}  // namespace lanewise::runtime
