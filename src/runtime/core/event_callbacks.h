// Threads that call the callbacks registered with clSetEventCallback. A callback may run without a time limit, call any
// function and wait for any command. Callbacks run only on these threads, so they delay neither the device nor the call
// that changed the event's status.
//
// Normally there is one thread. If a callback waits for an event or runs for more than a few milliseconds, another
// thread calls the next callbacks, because the running callback may wait for a later callback. The first thread is
// started at the first callback and sleeps when no callback is due. Thread-safe; the child of a fork starts without
// threads and callbacks.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "runtime/object/cl_headers.h"
#include "runtime/object/ref.h"

namespace lanewise::runtime {

class Event;

/// A registered callback. clSetEventCallback allocates the object, so that no allocation is needed when the callback is
/// due.
struct EventCallback {
    using Function = void(CL_CALLBACK*)(cl_event, cl_int, void*);

    cl_int status;  // registered status; once the callback is due, the status to pass to it
    Function function;
    void* user_data;
    Ref<Event> event;  // set once the callback is due; keeps the event alive
    std::unique_ptr<EventCallback> next;
};

/// Registered callbacks, oldest first.
class EventCallbackList {
public:
    EventCallbackList() noexcept = default;
    EventCallbackList(EventCallbackList&& other) noexcept { swap(other); }
    EventCallbackList& operator=(EventCallbackList&& other) noexcept {
        swap(other);
        return *this;
    }
    ~EventCallbackList();

    bool empty() const noexcept { return first_ == nullptr; }
    void push_back(std::unique_ptr<EventCallback> callback) noexcept;
    std::unique_ptr<EventCallback> pop_front() noexcept;
    /// Removes and returns the callbacks registered for `status` or for an earlier (larger) status.
    EventCallbackList take_due(cl_int status) noexcept;

private:
    void swap(EventCallbackList& other) noexcept {
        std::swap(first_, other.first_);
        std::swap(last_, other.last_);
    }

    std::unique_ptr<EventCallback> first_;
    EventCallback* last_ = nullptr;
};

class CallbackThreads {
public:
    static CallbackThreads& instance();

    /// Queues the due callbacks for the callback threads.
    void post(EventCallbackList due) noexcept;

    /// Marks the calling thread as waiting for an event, if it is one of the callback threads.
    class Waiting {
    public:
        Waiting() noexcept;
        ~Waiting();
        Waiting(const Waiting&) = delete;
        Waiting& operator=(const Waiting&) = delete;
    };

private:
    CallbackThreads() noexcept = default;
    void start_thread_if_needed(std::unique_lock<std::mutex>& lock) noexcept;
    void serve() noexcept;
    bool wait_for_due(std::unique_lock<std::mutex>& lock) noexcept;
    bool wait_for_others(std::unique_lock<std::mutex>& lock) noexcept;
    void call_next(std::unique_lock<std::mutex>& lock) noexcept;
    void start_anew() noexcept;

    static constexpr unsigned max_threads = 256;
    static thread_local bool is_callback_thread;

    std::mutex mutex_;  // guards the members below
    std::condition_variable due_changed_;
    EventCallbackList due_;
    unsigned threads_ = 0;
    unsigned idle_ = 0;
    unsigned calling_ = 0;      // number of threads inside callbacks
    unsigned waiting_ = 0;      // number of threads inside callbacks that wait for an event
    bool has_spare_ = false;    // whether a thread watches the progress of the other threads
    std::uint64_t called_ = 0;  // number of finished callbacks
};

}  // namespace lanewise::runtime
