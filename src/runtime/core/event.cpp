#include "runtime/core/event.h"

#include <mutex>

#include "device/kernel/kernel_clock.h"
#include "runtime/core/command.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/queue.h"
#include "runtime/core/scheduler.h"
#include "runtime/core/termination.h"

namespace lanewise::runtime {

namespace {

/// A host thread that waits for an event, and meanwhile helps with the commands that the event depends on.
class EventWaiter final : public device::Waiter {
public:
    explicit EventWaiter(Event& event) noexcept : EventWaiter(event, event.as_command()) {}

private:
    EventWaiter(Event& event, Command* command) noexcept
        : Waiter(command ? &command->task() : nullptr, owner_of(event)), command_(command) {}

    /// Returns the event's queue if it is an in-order queue. A thread that waits for the event then helps with every
    /// ready command of the queue, because all of them must run before the event is settled.
    static const void* owner_of(const Event& event) noexcept {
        const Queue* const queue = event.queue();
        return queue && queue->in_order() ? queue : nullptr;
    }

    device::Task* find_needed() noexcept override {
        if (!command_) return nullptr;
        if (command_->is_handed_over()) return &command_->needed_task();
        found_ = command_->find_startable();
        return found_ ? &found_->needed_task() : nullptr;
    }

    Command* const command_;  // null for a user event
    Ref<Command> found_;
};

}  // namespace

Ref<Event> Dependency::event() const noexcept {
    void* event = event_.load(std::memory_order_acquire);
    do {
        while (event == &being_read_) {
            device::pause();
            event = event_.load(std::memory_order_acquire);
        }
        if (!event) return {};
    } while (!event_.compare_exchange_weak(event, &being_read_, std::memory_order_acquire));
    Ref<Event> alive(static_cast<Event*>(event));
    event_.store(event, std::memory_order_release);
    return alive;
}

void Dependency::forget_event() noexcept {
    void* event = event_.load(std::memory_order_relaxed);
    do {
        while (event == &being_read_) {
            device::pause();
            event = event_.load(std::memory_order_relaxed);
        }
    } while (!event_.compare_exchange_weak(event, nullptr, std::memory_order_acq_rel));
}

Event::~Event() = default;

void Event::stamp(Moment moment) noexcept {
    times_[static_cast<unsigned>(moment)].store(host_time_ns(), std::memory_order_relaxed);
}

cl_int Event::wait() noexcept {
    if (is_settled()) return status();
    const Ref<Event> alive(this);
    const CallbackThreads::Waiting waiting;
    EventWaiter waiter(*this);
    {
        std::lock_guard lock(mutex_);
        if (is_settled() || is_abandoned_) return status();
        waiter.next_for_event = waiters_;
        waiters_ = &waiter;
    }
    device::Arena& own = arena();
    // The event may depend on commands of another device, in a queue that has not been flushed.
    for (const Ref<Device>& device : context().devices()) {
        if (&device->arena() != &own) device->arena().kick();
    }
    own.help(waiter);
    return status();
}

bool Event::add_successor(Dependency& dependency) noexcept {
    std::lock_guard lock(mutex_);
    if (is_settled()) return false;
    // The event must live while commands wait for it. Section 5.11 says of a user event that is released before its
    // status is set: "those commands and host threads will continue to wait for the event status to reach CL_COMPLETE
    // or error, even after the user has released the object".
    if (!holds_itself_ && !successors_) retain();
    dependency.next = nullptr;
    *last_successor_ = &dependency;
    last_successor_ = &dependency.next;
    return true;
}

void Event::advance(cl_int status) noexcept {
    // If the application has no valid handle of the event, it cannot query the status or add a callback. The store of
    // the status then need not be sequentially consistent. A sequentially consistent store would take most of this
    // function's time in a launch.
    if (!is_valid(references.load(std::memory_order_acquire))) {
        status_.store(status, std::memory_order_release);
        if (has_callbacks_.load(std::memory_order_relaxed)) call_back(status);
        return;
    }
    status_.store(status, std::memory_order_seq_cst);
    if (has_callbacks_.load(std::memory_order_seq_cst)) call_back(status);
}

/// The successors and waiters that an event releases when it is settled or abandoned.
struct Event::Waiting {
    Dependency* successors = nullptr;
    device::Waiter* waiters = nullptr;
};

/// Takes all successors and waiters out of the event. The caller holds mutex_.
Event::Waiting Event::take_waiting() noexcept {
    last_successor_ = &successors_;
    return {std::exchange(successors_, nullptr), std::exchange(waiters_, nullptr)};
}

bool Event::settle(cl_int status) noexcept {
    Waiting waiting;
    {
        std::lock_guard lock(mutex_);
        if (is_settled()) return false;
        // A release store is enough, because threads that add callbacks lock the same mutex.
        status_.store(status, std::memory_order_release);
        waiting = take_waiting();
    }
    release_successors(waiting.successors, status < 0);
    release_waiters(waiting.waiters);
    if (has_callbacks_.load(std::memory_order_relaxed)) call_back(status);
    if (!holds_itself_ && waiting.successors) release();
    return true;
}

void Event::abandon() noexcept {
    Waiting waiting;
    {
        std::lock_guard lock(mutex_);
        if (is_settled()) return;
        is_abandoned_ = true;
        waiting = take_waiting();
    }
    release_successors(waiting.successors, true);
    release_waiters(waiting.waiters);
    if (!holds_itself_ && waiting.successors) release();
}

void Event::release_waiters(device::Waiter* first) noexcept {
    while (first) {
        device::Waiter* const next = first->next_for_event;
        first->set_done();
        first = next;
    }
}

// Reads `dependency.next` before dependency_met() is called. That call may run the command and destroy it together with
// the dependency.
void Event::release_successors(Dependency* first, bool failed) noexcept {
    while (first) {
        Dependency& dependency = *first;
        first = dependency.next;
        dependency.forget_event();
        Scheduler::dependency_met(*dependency.command, failed && dependency.passes_failure);
    }
}

void Event::add_callback(cl_int status, Callback callback, void* user_data) {
    auto added = std::make_unique<EventCallback>(status, callback, user_data);
    {
        std::lock_guard lock(mutex_);
        callbacks_.push_back(std::move(added));
        has_callbacks_.store(true, std::memory_order_seq_cst);
    }
    // Searches the list for due callbacks only if the new callback is due. If every registration searched the list, the
    // total time would be quadratic in the number of callbacks.
    const cl_int now = status_.load(std::memory_order_seq_cst);
    if (status >= now) call_back(now);
}

// Section 5.11: a callback gets the status for which it was registered, or the error code if the command was
// terminated.
void Event::call_back(cl_int status) noexcept {
    EventCallbackList due;
    {
        std::lock_guard lock(mutex_);
        EventCallbackList taken = callbacks_.take_due(status);
        while (!taken.empty()) {
            auto callback = taken.pop_front();
            if (status < 0) callback->status = status;
            callback->event = Ref<Event>(this);
            due.push_back(std::move(callback));
        }
    }
    if (!due.empty()) CallbackThreads::instance().post(std::move(due));
}

UserEvent::UserEvent(Context& context) : Event(CL_SUBMITTED, /*holds_itself=*/false), context_(context) {
    if (Termination* const termination = context.termination()) termination->add(*this);
}

UserEvent::~UserEvent() {
    if (Termination* const termination = context_->termination()) termination->remove(*this);
}

device::Arena& UserEvent::arena() const noexcept { return context_->devices().front()->arena(); }

std::uint64_t host_time_ns() noexcept { return lanewise_clock(); }

}  // namespace lanewise::runtime
