// Threads that call the callbacks registered with clSetEventCallback. A callback may take as long as it likes, call any
// function and wait for any command, without delaying the device or the call that changed the event's status. Normally
// there is one thread. Another thread takes over the next callbacks while a callback waits for an event, or runs for
// more than a few milliseconds (it may wait for the next callback). The first thread is started at the first callback
// and sleeps when none is due. Thread-safe; the child of a fork starts without threads and callbacks.
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

/// One registered callback. clSetEventCallback allocates it, so nothing need be allocated when it is due.
struct EventCallback {
    using Function = void(CL_CALLBACK*)(cl_event, cl_int, void*);

    cl_int status;  // the status registered for, later the status to report
    Function function;
    void* user_data;
    Ref<Event> event;  // kept alive once the callback is due
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
    /// Takes out the callbacks registered for `status` or an earlier status (statuses fall).
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

    /// Queues the due callbacks; threads call them soon.
    void post(EventCallbackList due) noexcept;

    /// Marks that the calling thread waits for an event, if it is one of the callback threads.
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
    unsigned calling_ = 0;      // threads inside callbacks
    unsigned waiting_ = 0;      // threads inside callbacks that wait for an event
    bool has_spare_ = false;    // a thread watches whether the others make progress
    std::uint64_t called_ = 0;  // number of finished callbacks
};

}  // namespace lanewise::runtime
