// The shared virtual memory of a context: the allocations made by clSVMAlloc. Any address inside an allocation finds
// it. Thread-safe.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <span>

#include "device/machine/host_memory.h"

namespace lanewise::runtime {

class SvmAllocations {
public:
    /// Allocates memory; throws std::bad_alloc.
    void* allocate(std::size_t size, std::size_t alignment);

    /// Frees memory that allocate() returned. Ignores other addresses, for which the behavior of clSVMFree is
    /// undefined.
    void free(void* pointer) noexcept;

    /// Returns the bytes of the allocation that contains `address`, or nothing if there is no such allocation.
    std::optional<std::span<std::byte>> find(const void* address) const;

private:
    struct Allocation {
        device::HostBlock block;
        std::size_t size;
    };

    mutable std::mutex mutex_;
    std::map<const std::byte*, Allocation> allocations_;  // ordered by address; guarded by mutex_
};

}  // namespace lanewise::runtime
