#include "runtime/memory/allocation_properties.h"

#include <mutex>
#include <utility>

#include "device/machine/forks.h"

namespace lanewise::runtime {

void AllocationPropertyTable::add(const void* allocation, AllocationProperties properties) {
    const device::NoFork now;
    const std::lock_guard lock(mutex_);
    entries_.insert_or_assign(allocation, std::move(properties));
    count_.store(entries_.size(), std::memory_order_relaxed);
}

void AllocationPropertyTable::remove(const void* allocation) noexcept {
    decltype(entries_)::node_type removed;  // declared before the lock, so that it is destroyed after the unlock
    const device::NoFork now;
    const std::lock_guard lock(mutex_);
    removed = entries_.extract(allocation);
    count_.store(entries_.size(), std::memory_order_relaxed);
}

std::optional<AllocationProperties> AllocationPropertyTable::find(const void* allocation) const {
    const device::NoFork now;
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(allocation);
    return found == entries_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace lanewise::runtime
