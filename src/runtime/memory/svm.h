// The shared virtual memory of a context: the allocations of clSVMAlloc, found again by any address in
// them. Thread-safe.
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
    /// Throws std::bad_alloc.
    void* allocate(std::size_t size, std::size_t alignment);

    /// Frees what allocate() returned; another address is left alone, as clSVMFree leaves it undefined.
    void free(void* pointer) noexcept;

    /// The bytes of the allocation that holds `address`, or nothing.
    std::optional<std::span<std::byte>> find(const void* address) const;

private:
    struct Allocation {
        device::HostBlock block;
        std::size_t size;
    };

    mutable std::mutex mutex_;
    std::map<const std::byte*, Allocation> allocations_;  // under mutex_, by address
};

}  // namespace lanewise::runtime
