// Adds up the time of launches, to decide when a background thread should compile better code. Thread-safe.
#pragma once

#include <atomic>

namespace lanewise::runtime {

class Heat {
public:
    /// Adds the expected time of a launch. Returns true once per process, when the total time reaches `hot_ns`. In the
    /// child of a fork, the function returns true once more: code that the parent is compiling will not exist in the
    /// child, so the child must compile it too.
    bool has_become_hot(float expected_ns, float hot_ns) noexcept;

    /// Lets has_become_hot() return true again. Must be called if the compilation could not be started.
    void put_off() noexcept { maker_.store(0, std::memory_order_relaxed); }

private:
    std::atomic<float> spent_ns_ = 0;
    std::atomic<int> maker_ = 0;  // id of the process in which has_become_hot() returned true
};

}  // namespace lanewise::runtime
