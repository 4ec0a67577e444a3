// An event: the status of a command or of a user event, and the commands, threads and callbacks that wait for it. Every
// command is an event (core/command.h), whether or not the application requested the event.
//
// The value of the status only decreases: CL_QUEUED, CL_SUBMITTED, CL_RUNNING, then CL_COMPLETE or a negative error. A
// settled event releases its successors in a loop, not recursively. Thread-safe.
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

/// An entry in an event's list of successors: `command` waits for the event. The command owns the entry.
class Dependency {
public:
    Dependency* next = nullptr;
    Command* command = nullptr;
    bool passes_failure = false;  // whether the event is in the wait list, not only earlier in the queue

    void set_event(Event* event) noexcept { event_.store(event, std::memory_order_release); }
    /// Returns the event for which the command still waits; returns null if the event is settled.
    Ref<Event> event() const noexcept;
    /// Called by the event before its destruction. Waits while another thread, in the function event(), takes a
    /// reference to the event.
    void forget_event() noexcept;

private:
    static inline constinit char being_read_;  // event_ points here while a thread takes a reference to the event

    mutable std::atomic<void*> event_ = nullptr;
};

/// The moments of a command's life whose times profiling reports, in nanoseconds of the host timer. `completed` is the
/// time at which all child kernels of the command were done, if its work-items enqueued any.
enum class Moment : std::uint8_t { queued, submitted, started, ended, completed };

class Event : public Object<Event, _cl_event, Tag::event> {
public:
    using Callback = EventCallback::Function;

    cl_int status() const noexcept { return status_.load(std::memory_order_acquire); }
    /// Returns whether the event is complete or failed.
    bool is_settled() const noexcept { return status() <= CL_COMPLETE; }

    virtual Context& context() const noexcept = 0;
    /// Returns the queue of a command; null for a user event.
    virtual Queue* queue() const noexcept { return nullptr; }
    /// Returns this object as a Command if the event belongs to a command; null for a user event.
    virtual Command* as_command() noexcept { return nullptr; }
    virtual cl_command_type type() const noexcept = 0;
    virtual device::Arena& arena() const noexcept = 0;

    std::uint64_t time(Moment moment) const noexcept {
        return times_[static_cast<unsigned>(moment)].load(std::memory_order_relaxed);
    }

    /// Blocks until the event is settled or abandoned, and returns its status. Meanwhile the calling thread helps to
    /// run commands.
    cl_int wait() noexcept;

    /// Releases all commands and threads that wait for the event, as if the event had failed, but sets no status.
    /// Called when the context is terminated. After this call, no thread waits for the event.
    void abandon() noexcept;

    /// Adds `dependency` to the successors; returns false if the event is already settled. The event stays alive until
    /// it releases its successors.
    bool add_successor(Dependency& dependency) noexcept;

    /// Registers `callback`. Makes another thread call `callback` when the event's status has the value `status` or a
    /// lower value.
    void add_callback(cl_int status, Callback callback, void* user_data);

protected:
    friend class Object<Event, _cl_event, Tag::event>;
    /// `holds_itself` says whether the event holds a reference to itself until it is settled, as commands do.
    explicit Event(cl_int status, bool holds_itself = true) noexcept : status_(status), holds_itself_(holds_itself) {}
    virtual ~Event();

    /// Sets the status to CL_SUBMITTED or CL_RUNNING.
    void advance(cl_int status) noexcept;
    /// Sets the status to CL_COMPLETE or an error; returns false if the event was already settled.
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
    Dependency* successors_ = nullptr;  // guarded by mutex_
    Dependency** last_successor_ = &successors_;
    device::Waiter* waiters_ = nullptr;  // guarded by mutex_
    bool is_abandoned_ = false;          // guarded by mutex_
    EventCallbackList callbacks_;        // guarded by mutex_
    std::array<std::atomic<std::uint64_t>, 5> times_{};
};

class UserEvent final : public Event {
public:
    explicit UserEvent(Context& context);
    ~UserEvent() override;

    Context& context() const noexcept override { return *context_; }
    cl_command_type type() const noexcept override { return CL_COMMAND_USER; }
    device::Arena& arena() const noexcept override;

    /// Sets the final status; returns false if it was already set.
    bool set_status(cl_int status) noexcept { return settle(status); }

private:
    Ref<Context> context_;
};

/// Returns the time of the host's timer (clGetHostTimer) in nanoseconds; the device's timer is the same.
std::uint64_t host_time_ns() noexcept;

}  // namespace lanewise::runtime
