// Adds up the time of launches, to decide when better code for them is worth a compilation in the background.
// Thread-safe.
#pragma once

#include <atomic>

namespace lanewise::runtime {

class Heat {
public:
    /// Adds the expected time of a launch. Returns true for one launch of a process, when all launches together have
    /// taken `hot_ns`. The child of a fork gets true again, since code that the parent is making will not exist in the
    /// child.
    bool has_become_hot(float expected_ns, float hot_ns) noexcept;

    /// Lets has_become_hot() return true again. Called if the code could not be made now.
    void put_off() noexcept { maker_.store(0, std::memory_order_relaxed); }

private:
    std::atomic<float> spent_ns_ = 0;
    std::atomic<int> maker_ = 0;  // id of the process in which the code became hot
};

}  // namespace lanewise::runtime
