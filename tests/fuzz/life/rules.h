// Keeps the specification's rules about releases, in runs that keep all rules. Section 5.11: user events that enqueued
// commands wait for must be set before any function that releases an object other than an event is called. Thread-safe.
#pragma once

#include <functional>
#include <mutex>
#include <vector>

namespace lanewise::life_fuzz {

class Rules {
public:
    static Rules& instance();

    /// To be called before the first object of a run is made.
    void keep(bool all) { are_kept_ = all; }
    bool are_kept() const { return are_kept_; }

    /// Whether a user event may be made now; end_user_event() must follow as soon as it is set.
    bool begin_user_event();
    void end_user_event();

    /// Calls `act`, which releases an object: now, or once all user events are set.
    void release(std::function<void()> act);

private:
    void run(std::vector<std::function<void()>>& acts);

    bool are_kept_ = false;
    std::mutex mutex_;  // guards the rest
    unsigned unset_ = 0;
    unsigned releasing_ = 0;
    std::vector<std::function<void()>> later_;
};

}  // namespace lanewise::life_fuzz
