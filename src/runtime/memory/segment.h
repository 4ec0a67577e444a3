// A segment of memory that blocks of several sizes share, divided into slabs of equal blocks (size_classes.h). Fine
// segments have blocks of up to 1 KiB, and coarse segments have larger blocks. The records of the blocks are outside of
// the segment's memory.
//
// A shard (block_heap.h) owns the segment. Except for find(), callers hold the mutex of the shard.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "device/machine/host_memory.h"
#include "runtime/memory/address_map.h"
#include "runtime/memory/allocation.h"
#include "runtime/memory/size_classes.h"

namespace lanewise::runtime {

struct Segment;

/// Adjacent pages of a segment, divided into blocks of one size.
struct Slab {
    Segment* segment = nullptr;
    Slab* next = nullptr;  // link in the list of slabs with free blocks of this size class
    Slab* previous = nullptr;
    std::uint16_t used = 0;        // number of allocated blocks
    std::uint16_t touched = 0;     // the first `touched` blocks have been allocated at least once
    std::uint16_t first_free = 0;  // number of the last freed block, plus 1; 0 if there is none
    std::uint8_t first_page = 0;
    std::uint8_t size_class = 0;

    const SizeClass& sizes() const noexcept { return size_classes[size_class]; }
    bool is_full() const noexcept { return used == sizes().blocks; }

    /// Allocates a block; the slab must not be full.
    std::byte* take(AllocationRecord record) noexcept;
    void give_back(std::size_t block) noexcept;
};

/// The block that contains an address.
struct FoundBlock {
    std::size_t number = 0;  // in the slab
    unsigned first_page = 0;
    Allocation allocation;
};

struct Segment final : Region {
    /// Creates a segment, or reuses one that was passed to release(). The caller sets `shard` and enters the segment
    /// into the address map. Throws std::bad_alloc.
    static Segment& make(Type type);
    /// Frees the memory of a segment that is no longer in the address map.
    static void release(Segment& segment) noexcept;

    /// Returns the allocated block that contains `address`, which must lie in the slot of the segment. Takes no lock.
    std::optional<FoundBlock> find(const void* address) const noexcept;

    /// Makes a slab of free pages; returns null if there are not enough consecutive free pages.
    Slab* add_slab(unsigned size_class) noexcept;
    void remove_slab(Slab& slab) noexcept;
    Slab& slab_at(unsigned first_page) noexcept { return slabs_[first_page]; }

    /// Returns the largest number of consecutive free pages.
    unsigned largest_run() const noexcept;

    std::atomic<std::uint8_t> shard = 0;  // index of the shard in the heap
    std::uint8_t run = 0;                 // value of largest_run() at the segment's last insertion into a list
    Segment* next = nullptr;              // link in a list of the shard or of reusable segments
    Segment* previous = nullptr;

private:
    friend Slab;

    explicit Segment(Type type_of) noexcept : Region(type_of) {}

    /// The slab to which a page belongs. Both members fit one atomic word, so that find() reads them at once.
    struct Page {
        std::uint8_t first_page = 0;
        std::uint8_t size_class = none;
        static constexpr std::uint8_t none = 0xFF;
    };

    /// Removes all slabs, also those with allocated blocks.
    void remove_slabs() noexcept;

    std::size_t records_per_page() const noexcept { return page_bytes / (type == Type::fine_segment ? 128 : 1024); }
    std::atomic<std::uint64_t>& record(unsigned first_page, std::size_t block) noexcept {
        return records()[first_page * records_per_page() + block];
    }
    std::atomic<std::uint64_t>* records() noexcept { return reinterpret_cast<std::atomic<std::uint64_t>*>(this + 1); }

    alignas(64) std::array<std::atomic<Page>, pages_per_segment> pages_{};
    device::HostBlock memory_;
    std::uint32_t free_pages_ = ~std::uint32_t{0};  // one bit for each page
    std::array<Slab, pages_per_segment> slabs_{};   // the index of a slab is the number of its first page
};

}  // namespace lanewise::runtime
