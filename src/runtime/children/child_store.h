// The memory of a family's children, allocated in blocks and reused for later children. Thread-safe, except for
// has_all() and bytes(), which may be called only after the family has ended.
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

    /// Moves some free Child objects to `cache`; moves none if there is no memory.
    void refill(ChildList& cache) noexcept;
    /// Takes back the Child objects of `cache`. The objects used last are reused first, since their memory is in the
    /// CPU's caches.
    void take_back(ChildList& cache) noexcept;

    /// Returns whether all Child objects have been taken back.
    bool has_all() const noexcept { return free_.size() == made_; }
    std::size_t bytes() const noexcept { return made_ * sizeof(Child); }

    /// Frees the additional memory that a Child object has allocated.
    static void clear(Child& child) noexcept;

private:
    static constexpr std::size_t first_block = 8;  // in objects; each further block has twice as many
    static constexpr std::size_t largest_block = 256;
    static constexpr std::size_t refilled = 32;

    device::SpinMutex mutex_;
    ChildList free_;
    std::size_t next_block_ = first_block;
    std::size_t made_ = 0;  // number of Child objects in all blocks
    std::vector<Child*> blocks_;
};

}  // namespace lanewise::runtime
