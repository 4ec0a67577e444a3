// Enforces the specification's rule about releases, in runs that keep all rules of the specification. Section 5.11: a
// user event for which enqueued commands wait must be set before a function releases any object except an event.
// Thread-safe.
#pragma once

#include <functional>
#include <mutex>
#include <vector>

namespace lanewise::life_fuzz {

class Rules {
public:
    static Rules& instance();

    /// Sets whether the run keeps the rules of the specification. Must be called before the first object of the run is
    /// created.
    void keep(bool all) { are_kept_ = all; }
    bool are_kept() const { return are_kept_; }

    /// Returns whether a user event may be made now. If the result is true, the caller must call end_user_event() as
    /// soon as the event is set.
    bool begin_user_event();
    void end_user_event();

    /// Calls `act`, which releases an object. If the run keeps the rules, postpones the call until all user events are
    /// set.
    void release(std::function<void()> act);

private:
    void run(std::vector<std::function<void()>>& acts);

    bool are_kept_ = false;
    std::mutex mutex_;  // guards all members below
    unsigned unset_ = 0;
    unsigned releasing_ = 0;
    std::vector<std::function<void()>> later_;
};

}  // namespace lanewise::life_fuzz
