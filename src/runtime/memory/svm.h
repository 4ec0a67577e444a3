// The shared virtual memory of a context: the allocations of clSVMAlloc, which can be found by any address inside them.
// Thread-safe.
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

    /// Frees memory that allocate() returned. Ignores any other address, for which clSVMFree is undefined.
    void free(void* pointer) noexcept;

    /// The bytes of the allocation that contains `address`, or nothing.
    std::optional<std::span<std::byte>> find(const void* address) const;

private:
    struct Allocation {
        device::HostBlock block;
        std::size_t size;
    };

    mutable std::mutex mutex_;
    std::map<const std::byte*, Allocation> allocations_;  // ordered by address; under mutex_
};

}  // namespace lanewise::runtime
