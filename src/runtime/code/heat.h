// Counts the time of launches until better code for them is worth compiling in the background. Thread-safe.
#pragma once

#include <atomic>

namespace lanewise::runtime {

class Heat {
public:
    /// Adds the expected time of a launch. Returns true once in a process, when launches have taken `hot_ns` in all.
    /// The child of a fork gets true again, since code that its parent is making will not exist in the child.
    bool has_become_hot(float expected_ns, float hot_ns) noexcept;

    /// Makes has_become_hot() return true again, since the code could not be made now.
    void put_off() noexcept { maker_.store(0, std::memory_order_relaxed); }

private:
    std::atomic<float> spent_ns_ = 0;
    std::atomic<int> maker_ = 0;  // the process in which it became hot
};

}  // namespace lanewise::runtime
