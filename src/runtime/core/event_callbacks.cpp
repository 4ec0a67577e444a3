#include "runtime/core/event_callbacks.h"

#include <system_error>
#include <thread>

#include "runtime/core/event.h"

namespace lanewise::runtime {

namespace {

void call(const EventCallback& callback) noexcept {
    callback.function(callback.event->handle(), callback.status, callback.user_data);
}

}  // namespace

// With a loop: links that delete each other would need stack for each.
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
    // Never destroyed: its threads may outlive every static object.
    static auto* const threads = new CallbackThreads;
    return *threads;
}

void CallbackThreads::post(EventCallbackList due) noexcept {
    std::unique_lock lock(mutex_);
    while (!due.empty()) due_.push_back(due.pop_front());
    start_thread_if_needed(lock);
}

void CallbackThreads::start_thread_if_needed(std::unique_lock<std::mutex>& lock) noexcept {
    if (due_.empty()) return;
    if (idle_ != 0) return due_changed_.notify_one();
    if (threads_ > waiting_ || threads_ == max_threads) return;
    ++threads_;
    try {
        std::thread([this] { serve(); }).detach();
    } catch (const std::system_error&) {
        --threads_;
        if (threads_ != 0) return;
        // No thread to be had: better here than never.
        while (!due_.empty()) {
            const std::unique_ptr<EventCallback> callback = due_.pop_front();
            lock.unlock();
            call(*callback);
            lock.lock();
        }
    }
}

void CallbackThreads::serve() noexcept {
    is_callback_thread = true;
    std::unique_lock lock(mutex_);
    for (;;) {
        while (due_.empty()) {
            // One idle thread is enough.
            if (idle_ != 0) {
                --threads_;
                return;
            }
            ++idle_;
            due_changed_.wait(lock);
            --idle_;
        }
        std::unique_ptr<EventCallback> callback = due_.pop_front();
        lock.unlock();
        call(*callback);
        callback.reset();
        lock.lock();
    }
}

CallbackThreads::Waiting::Waiting() noexcept {
    if (!is_callback_thread) return;
    CallbackThreads& threads = instance();
    std::unique_lock lock(threads.mutex_);
    ++threads.waiting_;
    threads.start_thread_if_needed(lock);
}

CallbackThreads::Waiting::~Waiting() {
    if (!is_callback_thread) return;
    CallbackThreads& threads = instance();
    const std::lock_guard lock(threads.mutex_);
    --threads.waiting_;
}

}  // namespace lanewise::runtime
