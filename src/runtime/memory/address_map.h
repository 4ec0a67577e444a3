// Finds the region of memory that contains a given address. The regions contain the allocations of all contexts. The
// address space is divided into slots of the size of a segment, and a table of two levels has an entry for each slot. A
// look-up takes no lock. Once allocated, a part of the table is never freed.
//
// A look-up may find a region that another thread removes at this moment. Objects of type Region are therefore never
// freed, but reused for regions of the same type. Those members that a look-up reads are atomic. Thread-safe.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "runtime/memory/size_classes.h"

namespace lanewise::runtime {

class Allocations;

/// A range of slots with one owner.
struct Region {
    enum class Type : std::uint8_t { fine_segment, coarse_segment, large };

    explicit Region(Type type_of) noexcept : type(type_of) {}

    const Type type;
    std::atomic<const Allocations*> owner = nullptr;  // null while the region is not in the map
    std::atomic<std::byte*> begin = nullptr;
};

class AddressMap {
public:
    static constexpr std::size_t slot_bytes = segment_bytes;

    /// Returns the region that owns the slot of `address`; null if there is none.
    static Region* find(const void* address) noexcept {
        const auto number = reinterpret_cast<std::uintptr_t>(address);
        if (number >> address_bits != 0) return nullptr;
        const Leaf* const leaf = root_[number >> root_shift].load(std::memory_order_acquire);
        return leaf ? (*leaf)[number / slot_bytes % leaf_entries].load(std::memory_order_acquire) : nullptr;
    }

    /// Makes `region` the owner of all slots in a range. `begin` must be the start of a slot. Throws std::bad_alloc.
    static void add(Region& region, std::byte* begin, std::size_t bytes);
    static void remove(const std::byte* begin, std::size_t bytes) noexcept { set(nullptr, begin, bytes); }

private:
    static constexpr unsigned address_bits = 48, root_shift = 34;
    static constexpr std::size_t leaf_entries = (std::size_t{1} << root_shift) / slot_bytes;
    using Leaf = std::array<std::atomic<Region*>, leaf_entries>;

    static void set(Region* region, const std::byte* begin, std::size_t bytes) noexcept;

    static std::array<std::atomic<Leaf*>, std::size_t{1} << (address_bits - root_shift)> root_;
};

}  // namespace lanewise::runtime
