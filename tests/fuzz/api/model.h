// What the fuzzer knows of the outcome of commands: which of them fail, because something in their wait lists did, and
// what those that succeed do to memory.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "runtime/object/cl_headers.h"

namespace lanewise::api_fuzz {

/// Whether a command, or a user event, fails. Settled once all that it waits for is.
class Fate {
public:
    using List = std::vector<std::shared_ptr<const Fate>>;

    explicit Fate(List waits = {}) : waits_(std::move(waits)) {}

    /// Of a user event: before the driver is told.
    void set_user_status(cl_int status) { state_ = status < 0 ? failed : succeeded; }

    /// Only to be asked of what is done.
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

/// The bytes of a buffer, or of an SVM allocation, as they should be. Belongs to one thread of the fuzzer.
struct Memory {
    explicit Memory(std::size_t bytes) : expected(bytes) {}

    std::vector<std::byte> expected;
    std::vector<std::byte> host;  // what the driver was given with CL_MEM_USE_HOST_PTR
    /// The last command that uses it, for the next one to wait for: by its event, or by its queue, which is in order.
    std::shared_ptr<EventItem> last_event;
    std::shared_ptr<QueueItem> last_queue;
};

/// Where a command reads or writes; keeps the bytes but not the object that they are reached by.
struct Place {
    std::shared_ptr<Memory> memory;
    std::size_t at = 0;
    std::byte* expected() const { return memory->expected.data() + at; }
};

/// A command that has been enqueued.
struct PendingCommand {
    const char* name;
    std::shared_ptr<Fate> fate;
    std::shared_ptr<EventItem> event;  // null: it was not asked for
    std::vector<std::shared_ptr<Memory>> touches;
    std::function<void(bool failed)> effect;  // on the model; may be empty
};

}  // namespace lanewise::api_fuzz
