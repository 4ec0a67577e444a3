// The memory of a family's children: taken from the system in blocks, reused child by child, given back with the
// family. Thread-safe.
#pragma once

#include <memory>
#include <vector>

#include "device/machine/spin_mutex.h"
#include "runtime/children/child.h"

namespace lanewise::runtime {

class ChildStore {
public:
    ChildStore() = default;
    ~ChildStore();
    ChildStore(const ChildStore&) = delete;
    ChildStore& operator=(const ChildStore&) = delete;

    /// Moves some free children to `cache`; none when there is no memory.
    void refill(ChildList& cache) noexcept;
    void take_back(ChildList& cache) noexcept;

    /// What a child has outside of its own memory.
    static void clear(Child& child) noexcept;

private:
    static constexpr std::size_t first_block = 8;  // children; each further block has twice as many, up to
    static constexpr std::size_t largest_block = 256;
    static constexpr std::size_t refilled = 32;

    device::SpinMutex mutex_;
    ChildList free_;
    std::size_t next_block_ = first_block;
    std::vector<Child*> blocks_;
};

}  // namespace lanewise::runtime
