// Model that predicts the outcome of commands. A command fails if an event of its wait list failed. Every other command
// changes memory in a known way.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "runtime/object/cl_headers.h"

namespace lanewise::api_fuzz {

/// Outcome of a command or user event. The outcome of a command is known when all events of its wait list have ended.
class Fate {
public:
    using List = std::vector<std::shared_ptr<const Fate>>;

    explicit Fate(List waits = {}) : waits_(std::move(waits)) {}

    /// Sets the outcome of a user event. Must be called before the status is passed to the driver.
    void set_user_status(cl_int status) { state_ = status < 0 ? failed : succeeded; }

    /// Returns whether the command failed. Must be called only after the command has ended.
    bool has_failed() const {
        if (state_ == unknown) state_ = any_wait_failed() ? failed : succeeded;
        return state_ == failed;
    }

private:
    enum State : char { unknown, succeeded, failed };

    bool any_wait_failed() const {
        for (const auto& wait : waits_)
            if (wait->has_failed()) return true;
        return false;
    }

    const List waits_;
    mutable std::atomic<State> state_ = unknown;
};

struct EventItem;
struct QueueItem;

/// The expected bytes of a buffer or SVM allocation. Only one thread of the fuzzer uses a Memory object.
struct Memory {
    explicit Memory(std::size_t bytes) : expected(bytes) {}

    std::vector<std::byte> expected;
    std::vector<std::byte> host;  // memory that the driver got with CL_MEM_USE_HOST_PTR
    /// The event and the queue of the last command that uses the memory. The next command that uses the memory must
    /// wait for the event, unless both commands are in the same in-order queue.
    std::shared_ptr<EventItem> last_event;
    std::shared_ptr<QueueItem> last_queue;
};

/// A position in the expected bytes. A Place keeps the bytes alive, but not the buffer or SVM allocation.
struct Place {
    std::shared_ptr<Memory> memory;
    std::size_t at = 0;
    std::byte* expected() const { return memory->expected.data() + at; }
};

/// A command that has been enqueued.
struct PendingCommand {
    const char* name;
    std::shared_ptr<Fate> fate;
    std::shared_ptr<EventItem> event;  // null if no event was requested
    std::vector<std::shared_ptr<Memory>> touches;
    std::function<void(bool failed)> effect;  // updates or compares the model after the command has ended; may be empty
};

}  // namespace lanewise::api_fuzz
