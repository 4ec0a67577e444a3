// Whether launches of something have taken as long as it is worth to make better code for them, in the background.
//
// Thread-safe.
#pragma once

#include <atomic>

namespace lanewise::runtime {

class Heat {
public:
    /// A launch is expected to take so long. True once in a process, when launches have taken `hot_ns` in all. What a
    /// process makes when it forks is not there in the child.
    bool has_become_hot(float expected_ns, float hot_ns) noexcept;

    /// The code cannot be made now: it becomes hot once more.
    void put_off() noexcept { maker_.store(0, std::memory_order_relaxed); }

private:
    std::atomic<float> spent_ns_ = 0;
    std::atomic<int> maker_ = 0;  // the process in which it is hot
};

}  // namespace lanewise::runtime
