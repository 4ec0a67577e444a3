#include "runtime/memory/allocations.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

#include "device/machine/forks.h"
#include "device/machine/page_watcher.h"

namespace lanewise::runtime {

/// Memory that belongs to one allocation. Like every Region, a LargeAllocation is never freed, only reused.
struct LargeAllocation final : Region {
    LargeAllocation() noexcept : Region(Type::large) {}

    std::optional<Allocation> find(const void* address) const noexcept {
        const AllocationRecord known(record.load(std::memory_order_acquire));
        std::byte* const data = begin.load(std::memory_order_relaxed);
        const Allocation found{data, known.size(), known.traits()};
        return !known.is_free() && found.contains(address) ? std::optional(found) : std::nullopt;
    }
    std::size_t mapped_bytes() const noexcept {
        const AllocationRecord known(record.load(std::memory_order_relaxed));
        return (known.size() + segment_bytes - 1) / segment_bytes * segment_bytes;
    }

    std::atomic<std::uint64_t> record = 0;
    device::HostBlock memory;
    LargeAllocation* next = nullptr;  // link in the list of the context, or in the list of reusable objects
    LargeAllocation* previous = nullptr;
};

namespace {

/// SVM allocations up to this size are cleared, as small buffers are (device/machine/host_memory.cpp).
constexpr std::size_t most_cleared_bytes = std::size_t{16} << 10;

constinit device::SpinMutex spares_mutex;
constinit LargeAllocation* first_spare = nullptr;  // guarded by spares_mutex

std::unique_ptr<LargeAllocation> take_spare() {
    {
        const device::NoFork now;
        const std::lock_guard lock(spares_mutex);
        if (first_spare) return std::unique_ptr<LargeAllocation>(std::exchange(first_spare, first_spare->next));
    }
    return std::make_unique<LargeAllocation>();
}

void keep_spare(LargeAllocation& large) noexcept {
    {
        const device::HostBlock freed = std::move(large.memory);
    }
    const device::NoFork now;
    const std::lock_guard lock(spares_mutex);
    large.next = std::exchange(first_spare, &large);
}

void forget(LargeAllocation& large) noexcept {
    large.owner.store(nullptr, std::memory_order_relaxed);
    AddressMap::remove(large.begin.load(std::memory_order_relaxed), large.mapped_bytes());
    large.record.store(0, std::memory_order_release);
}

}  // namespace

/// The list of all Allocations objects. Before a fork, the forking thread locks the mutexes of all these objects. If
/// another thread held a mutex during the fork, the child could never lock it.
struct LiveAllocations {
    device::SpinMutex mutex;
    Allocations* first = nullptr;

    void add(Allocations& added) noexcept {
        const std::lock_guard lock(mutex);
        added.next_ = first;
        if (first) first->previous_ = &added;
        first = &added;
    }
    void remove(Allocations& removed) noexcept {
        const std::lock_guard lock(mutex);
        (removed.previous_ ? removed.previous_->next_ : first) = removed.next_;
        if (removed.next_) removed.next_->previous_ = removed.previous_;
    }
    void lock_all() noexcept {
        mutex.lock();
        for (Allocations* each = first; each; each = each->next_) {
            each->blocks_.lock();
            each->mutex_.lock();
        }
    }
    void unlock_all() noexcept {
        for (Allocations* each = first; each; each = each->next_) {
            each->mutex_.unlock();
            each->blocks_.unlock();
        }
        mutex.unlock();
    }

    static LiveAllocations& instance() noexcept {
        static constinit LiveAllocations all;
        static const bool is_registered = [] {
            device::on_fork({[] { all.lock_all(); }, [] { all.unlock_all(); }, [] { all.unlock_all(); }});
            return true;
        }();
        static_cast<void>(is_registered);
        return all;
    }
};

Allocations::Allocations() noexcept : blocks_(*this) { LiveAllocations::instance().add(*this); }

Allocations::~Allocations() {
    LiveAllocations::instance().remove(*this);
    while (large_) {
        LargeAllocation& large = *std::exchange(large_, large_->next);
        forget(large);
        keep_spare(large);
    }
}

// Returns the size of the heap block for an allocation. A result above most_block_bytes means that the allocation does
// not come from the heap.
std::size_t Allocations::block_size(std::size_t size, std::size_t alignment) noexcept {
    if (alignment <= least_alignment || size > most_block_bytes) return size;
    if (alignment > page_bytes) return most_block_bytes + 1;
    // Slabs begin at multiples of a page, so a block whose size is a power of two is aligned to its size.
    const std::size_t larger = std::max(size, alignment);
    return larger <= most_shared_bytes ? std::bit_ceil(larger) : larger;
}

std::byte* Allocations::allocate(std::size_t size, std::size_t alignment, AllocationTraits traits) {
    const std::size_t needed = block_size(size, alignment);
    if (needed > most_block_bytes) return allocate_large(size, alignment, traits);
    std::byte* const data = blocks_.allocate(needed, AllocationRecord(size, traits));
    if (traits.kind == AllocationKind::svm && size <= most_cleared_bytes) std::memset(data, 0, size);
    return data;
}

std::byte* Allocations::allocate(std::size_t size, std::size_t alignment, AllocationTraits traits,
                                 AllocationProperties properties) {
    traits.flags = AllocationTraits::with_properties;
    std::byte* const data = allocate(size, alignment, traits);
    try {
        properties_.add(data, std::move(properties));
    } catch (...) {
        free(data);
        throw;
    }
    return data;
}

std::optional<AllocationProperties> Allocations::properties_of(const Allocation& allocation) const {
    if (allocation.traits.flags != AllocationTraits::with_properties) return std::nullopt;
    return properties_.find(allocation.data);
}

// Removes the entry first: as soon as the memory is freed, another thread may get an allocation at the same address.
void Allocations::forget_properties(const void* pointer, AllocationKinds kinds) noexcept {
    const auto found = find(pointer);
    if (found && found->data == pointer && (bit_of(found->traits.kind) & kinds) != 0 &&
        found->traits.flags == AllocationTraits::with_properties)
        properties_.remove(pointer);
}

std::byte* Allocations::allocate_large(std::size_t size, std::size_t alignment, AllocationTraits traits) {
    if (size > most_bytes) throw std::bad_alloc();
    device::HostBlock memory(std::max(size, segment_bytes), std::max(alignment, segment_bytes));
    std::unique_ptr<LargeAllocation> large = take_spare();
    std::byte* const data = memory.data();
    large->memory = std::move(memory);
    large->begin.store(data, std::memory_order_relaxed);
    large->record.store(AllocationRecord(size, traits).word(), std::memory_order_release);
    large->owner.store(this, std::memory_order_relaxed);
    try {
        AddressMap::add(*large, data, large->mapped_bytes());
    } catch (...) {
        large->owner.store(nullptr, std::memory_order_relaxed);
        keep_spare(*large.release());
        throw;
    }
    enter(*large.release());
    device::expect_touches();
    return data;
}

void Allocations::enter(LargeAllocation& large) noexcept {
    const std::lock_guard lock(mutex_);
    large.previous = nullptr;
    large.next = large_;
    if (large_) large_->previous = &large;
    large_ = &large;
}

void Allocations::leave(LargeAllocation& large) noexcept {
    (large.previous ? large.previous->next : large_) = large.next;
    if (large.next) large.next->previous = large.previous;
}

bool Allocations::free(const void* pointer, AllocationKinds kinds) noexcept {
    if (properties_.is_used()) [[unlikely]]
        forget_properties(pointer, kinds);
    Region* const region = AddressMap::find(pointer);
    if (!region || region->owner.load(std::memory_order_relaxed) != this) return false;
    if (region->type == Region::Type::large) return free_large(*static_cast<LargeAllocation*>(region), pointer, kinds);
    return blocks_.free(*static_cast<Segment*>(region), pointer, kinds);
}

bool Allocations::free_large(LargeAllocation& large, const void* pointer, AllocationKinds kinds) noexcept {
    {
        const std::lock_guard lock(mutex_);
        // Another thread may have freed the allocation meanwhile.
        if (large.owner.load(std::memory_order_relaxed) != this) return false;
        const auto found = large.find(pointer);
        if (!found || found->data != pointer || (bit_of(found->traits.kind) & kinds) == 0) return false;
        forget(large);
        leave(large);
    }
    keep_spare(large);
    return true;
}

std::optional<Allocation> Allocations::find(const void* address) const noexcept {
    const Region* const region = AddressMap::find(address);
    if (!region || region->owner.load(std::memory_order_relaxed) != this) return std::nullopt;
    if (region->type == Region::Type::large) return static_cast<const LargeAllocation*>(region)->find(address);
    const auto found = static_cast<const Segment*>(region)->find(address);
    return found ? std::optional(found->allocation) : std::nullopt;
}

}  // namespace lanewise::runtime
