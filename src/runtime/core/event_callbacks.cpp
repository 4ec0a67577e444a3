#include "runtime/core/event_callbacks.h"

#include <chrono>
#include <cstddef>
#include <new>
#include <system_error>
#include <thread>

#include "device/machine/blocked_signals.h"
#include "device/machine/forks.h"
#include "device/machine/not_cancelled.h"
#include "runtime/core/event.h"
#include "runtime/object/application_call.h"

namespace lanewise::runtime {

namespace {

void call(const EventCallback& callback) noexcept {
    // The application may have released the event, but the event's handle is still valid during the callback.
    call_application("An event's callback",
                     [&] { callback.function(callback.event->known_handle(), callback.status, callback.user_data); });
}

}  // namespace

// Deletes the callbacks in a loop. The recursive destruction of the linked list would need stack space for each
// callback.
EventCallbackList::~EventCallbackList() {
    while (!empty()) pop_front();
}

void EventCallbackList::push_back(std::unique_ptr<EventCallback> callback) noexcept {
    EventCallback* const added = callback.get();
    (last_ ? last_->next : first_) = std::move(callback);
    last_ = added;
}

std::unique_ptr<EventCallback> EventCallbackList::pop_front() noexcept {
    std::unique_ptr<EventCallback> front = std::move(first_);
    first_ = std::move(front->next);
    if (!first_) last_ = nullptr;
    return front;
}

EventCallbackList EventCallbackList::take_due(cl_int status) noexcept {
    EventCallbackList due;
    EventCallbackList later;
    while (!empty()) {
        std::unique_ptr<EventCallback> callback = pop_front();
        (callback->status >= status ? due : later).push_back(std::move(callback));
    }
    *this = std::move(later);
    return due;
}

thread_local bool CallbackThreads::is_callback_thread = false;

CallbackThreads& CallbackThreads::instance() {
    // The object is never destroyed, since its threads may still use it after the destruction of all static objects.
    alignas(CallbackThreads) static std::byte storage[sizeof(CallbackThreads)];
    static auto* const threads = [] {
        device::on_fork(
            {[] { instance().mutex_.lock(); }, [] { instance().mutex_.unlock(); }, [] { instance().start_anew(); }});
        return new (storage) CallbackThreads;
    }();
    return *threads;
}

// Resets the state in the child of a fork; the callbacks that were due are called in the parent only. The old state is
// overwritten without a destructor call: the condition variable of the old state still counts waiting threads, which do
// not exist in the child.
void CallbackThreads::start_anew() noexcept {
    const unsigned here = is_callback_thread ? 1 : 0;
    new (this) CallbackThreads;
    threads_ = calling_ = here;
}

void CallbackThreads::post(EventCallbackList due) noexcept {
    std::unique_lock lock(mutex_);
    while (!due.empty()) due_.push_back(due.pop_front());
    start_thread_if_needed(lock);
}

void CallbackThreads::start_thread_if_needed(std::unique_lock<std::mutex>& lock) noexcept {
    if (due_.empty()) return;
    if (idle_ != 0) return due_changed_.notify_all();
    if (has_spare_ || threads_ == max_threads) return;
    ++threads_;
    try {
        const device::BlockedSignals not_for_new_threads;
        std::thread([this] { serve(); }).detach();
    } catch (const std::exception&) {
        --threads_;
        // If no thread can be started, the calling thread calls the callbacks: late callbacks are better than none.
        if (threads_ == 0) {
            while (!due_.empty()) call_next(lock);
        }
    }
}

void CallbackThreads::call_next(std::unique_lock<std::mutex>& lock) noexcept {
    std::unique_ptr<EventCallback> callback = due_.pop_front();
    ++calling_;
    // Starts another thread now, which calls the other due callbacks if `callback` does not end soon.
    if (is_callback_thread) start_thread_if_needed(lock);
    lock.unlock();
    call(*callback);
    callback.reset();
    lock.lock();
    --calling_;
    ++called_;
}

void CallbackThreads::serve() noexcept {
    const device::NotCancelled ever;
    is_callback_thread = true;
    std::unique_lock lock(mutex_);
    while (wait_for_due(lock) && wait_for_others(lock)) {
        if (!due_.empty()) call_next(lock);
    }
    --threads_;
}

/// Waits for a due callback. Returns false if another thread is already idle, because one idle thread is enough.
bool CallbackThreads::wait_for_due(std::unique_lock<std::mutex>& lock) noexcept {
    while (due_.empty()) {
        if (idle_ != 0) return false;
        ++idle_;
        due_changed_.wait(lock);
        --idle_;
    }
    return true;
}

/// Waits until no callback is due, or until the other threads make no progress. As long as the other threads finish
/// callbacks, they also call the due callbacks. Returns false if another thread already waits here, so that the calling
/// thread is not needed.
bool CallbackThreads::wait_for_others(std::unique_lock<std::mutex>& lock) noexcept {
    constexpr std::chrono::milliseconds patience(2);
    if (calling_ > waiting_ && has_spare_) return false;
    while (calling_ > waiting_ && !due_.empty()) {
        const auto has_moved = [this, before = called_] {
            return called_ != before || calling_ <= waiting_ || due_.empty();
        };
        has_spare_ = true;
        const bool moved = due_changed_.wait_for(lock, patience, has_moved);
        has_spare_ = false;
        if (!moved) return true;
    }
    return true;
}

CallbackThreads::Waiting::Waiting() noexcept {
    if (!is_callback_thread) return;
    CallbackThreads& threads = instance();
    std::unique_lock lock(threads.mutex_);
    ++threads.waiting_;
    threads.due_changed_.notify_all();
    threads.start_thread_if_needed(lock);
}

CallbackThreads::Waiting::~Waiting() {
    if (!is_callback_thread) return;
    CallbackThreads& threads = instance();
    const std::lock_guard lock(threads.mutex_);
    --threads.waiting_;
}

}  // namespace lanewise::runtime
