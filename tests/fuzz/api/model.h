// Predicts the outcome of commands: which ones fail because a command of their wait lists did, and how the others
// change memory.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "runtime/object/cl_headers.h"

namespace lanewise::api_fuzz {

/// Whether a command or user event fails. This is settled once all that it waits for is settled.
class Fate {
public:
    using List = std::vector<std::shared_ptr<const Fate>>;

    explicit Fate(List waits = {}) : waits_(std::move(waits)) {}

    /// To be called for a user event, before the driver gets the status.
    void set_user_status(cl_int status) { state_ = status < 0 ? failed : succeeded; }

    /// To be called only for completed commands.
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

/// The expected bytes of a buffer or SVM allocation. Belongs to one thread of the fuzzer.
struct Memory {
    explicit Memory(std::size_t bytes) : expected(bytes) {}

    std::vector<std::byte> expected;
    std::vector<std::byte> host;  // the memory that the driver got with CL_MEM_USE_HOST_PTR
    /// The last command that uses the memory. The next one waits for its event, or follows it in its in-order queue.
    std::shared_ptr<EventItem> last_event;
    std::shared_ptr<QueueItem> last_queue;
};

/// A position that a command reads or writes. It keeps the bytes, but not the buffer or allocation.
struct Place {
    std::shared_ptr<Memory> memory;
    std::size_t at = 0;
    std::byte* expected() const { return memory->expected.data() + at; }
};

/// A command that has been enqueued.
struct PendingCommand {
    const char* name;
    std::shared_ptr<Fate> fate;
    std::shared_ptr<EventItem> event;  // null: no event was requested
    std::vector<std::shared_ptr<Memory>> touches;
    std::function<void(bool failed)> effect;  // on the model; may be empty
};

}  // namespace lanewise::api_fuzz
