// Allocates blocks of memory for one context; many blocks share one segment of memory. The heap consists of shards, and
// each thread belongs to one shard. A thread allocates from its own shard, and frees a block in the shard that owns the
// block. Each shard has a mutex, so threads rarely wait for each other. A thread holds no mutex while it requests
// memory from the system or returns memory to the system.
//
// A shard reuses the most recently freed block first. A slab without allocated blocks returns its pages to the segment
// if another slab of the same block size has room. A segment without slabs returns its memory to the system if the
// shard has another segment of the same type. Thread-safe.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "device/machine/spin_mutex.h"
#include "runtime/memory/segment.h"

namespace lanewise::runtime {

class Shard {
public:
    Shard(const Allocations& owner, std::uint8_t index) noexcept : owner_(owner), index_(index) {}
    ~Shard();

    /// Allocates a block. Throws std::bad_alloc.
    std::byte* allocate(unsigned size_class, AllocationRecord record);
    /// Frees the block that begins at `block`. Returns false if there is no such block or its kind is not in `kinds`.
    bool free(Segment& segment, const void* block, AllocationKinds kinds) noexcept;

    void lock() noexcept { mutex_.lock(); }
    void unlock() noexcept { mutex_.unlock(); }

private:
    /// Lists of segments: list n contains the segments whose longest run of free pages has n pages.
    using SegmentLists = std::array<Segment*, pages_per_segment + 1>;

    Slab* slab_with_room(unsigned size_class) noexcept;
    /// Frees a slab without allocated blocks. If the slab's segment is to be released, removes the segment from the
    /// address map and returns the segment. Otherwise returns null.
    Segment* free_slab(Slab& slab) noexcept;
    void insert(Segment& segment) noexcept;
    void remove(Segment& segment) noexcept;
    void insert(Slab& slab) noexcept;
    void remove(Slab& slab) noexcept;
    SegmentLists& lists_of(const Segment& segment) noexcept { return segments_[static_cast<unsigned>(segment.type)]; }

    device::SpinMutex mutex_;                      // guards the members below, and the segments in them
    std::array<Slab*, size_class_count> slabs_{};  // slabs that have free blocks
    std::array<SegmentLists, 2> segments_{};       // one element for each of fine_segment and coarse_segment
    const Allocations& owner_;
    const std::uint8_t index_;
};

class BlockHeap {
public:
    explicit BlockHeap(const Allocations& owner) noexcept : owner_(owner) {}
    ~BlockHeap();
    BlockHeap(const BlockHeap&) = delete;
    BlockHeap& operator=(const BlockHeap&) = delete;

    /// Allocates a block of `bytes`, at most most_block_bytes. Throws std::bad_alloc.
    std::byte* allocate(std::size_t bytes, AllocationRecord record) {
        return own_shard().allocate(size_class_of(bytes), record);
    }
    /// Frees the block that begins at `block`, an address in `segment`. Returns false if there is no such block or its
    /// kind is not in `kinds`.
    bool free(Segment& segment, const void* block, AllocationKinds kinds) noexcept;

    /// Locks the mutexes of all shards, so that no other thread holds one during a fork.
    void lock() noexcept;
    void unlock() noexcept;

private:
    static constexpr unsigned shard_count = 16;

    Shard& own_shard();

    const Allocations& owner_;
    /// A shard is created when one of its threads allocates memory for the first time.
    std::array<std::atomic<Shard*>, shard_count> shards_{};
};

}  // namespace lanewise::runtime
