// The shared virtual memory and unified shared memory of a context: allocation, and look-up by any address inside an
// allocation. A look-up takes no lock, since launches and copies look up each pointer. Blocks of up to 1 MiB come from
// a heap (block_heap.h). A larger block, or a block with a large alignment, is a separate HostBlock, like the memory of
// a large buffer (device/machine/host_memory.h). The destruction of the context frees the allocations that the
// application has not freed. Thread-safe.
#pragma once

#include <cstddef>
#include <optional>

#include "device/machine/spin_mutex.h"
#include "runtime/memory/allocation.h"
#include "runtime/memory/allocation_properties.h"
#include "runtime/memory/block_heap.h"

namespace lanewise::runtime {

struct LargeAllocation;

class Allocations {
public:
    /// The smallest alignment of allocations in bytes.
    static constexpr std::size_t least_alignment = 128;
    /// The largest size in bytes that a record can hold.
    static constexpr std::size_t most_bytes = (std::size_t{1} << AllocationRecord::size_bits) - 1;

    Allocations() noexcept;
    ~Allocations();
    Allocations(const Allocations&) = delete;
    Allocations& operator=(const Allocations&) = delete;

    /// Allocates memory. `size` must be above 0, and `alignment` a power of two. The contents are undefined, except
    /// that a small SVM allocation contains zeros, as a small buffer does. Throws std::bad_alloc.
    std::byte* allocate(std::size_t size, std::size_t alignment, AllocationTraits traits);

    /// Like allocate(), for an allocation of unified SVM with a property list.
    std::byte* allocate(std::size_t size, std::size_t alignment, AllocationTraits traits,
                        AllocationProperties properties);

    /// Frees the allocation that begins at `pointer`. Returns false, and does nothing, if there is no such allocation
    /// or its kind is not in `kinds`.
    bool free(const void* pointer, AllocationKinds kinds = all_kinds) noexcept;

    /// Returns the allocation that contains `address`, or nothing if there is no such allocation in this context.
    std::optional<Allocation> find(const void* address) const noexcept;

    /// Returns the property list of an allocation that find() has returned; nothing if the allocation has no list.
    std::optional<AllocationProperties> properties_of(const Allocation& allocation) const;

private:
    void forget_properties(const void* pointer, AllocationKinds kinds) noexcept;
    static std::size_t block_size(std::size_t size, std::size_t alignment) noexcept;
    std::byte* allocate_large(std::size_t size, std::size_t alignment, AllocationTraits traits);
    bool free_large(LargeAllocation& large, const void* pointer, AllocationKinds kinds) noexcept;
    void enter(LargeAllocation& large) noexcept;
    void leave(LargeAllocation& large) noexcept;

    AllocationPropertyTable properties_;
    BlockHeap blocks_;
    device::SpinMutex mutex_;  // guards the list of large allocations
    LargeAllocation* large_ = nullptr;

    friend struct LiveAllocations;
    Allocations* next_ = nullptr;  // in the list of all objects of this class
    Allocations* previous_ = nullptr;
};

}  // namespace lanewise::runtime
