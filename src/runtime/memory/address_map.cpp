#include "runtime/memory/address_map.h"

#include <memory>
#include <new>

namespace lanewise::runtime {

constinit decltype(AddressMap::root_) AddressMap::root_{};

void AddressMap::add(Region& region, std::byte* begin, std::size_t bytes) {
    const auto first = reinterpret_cast<std::uintptr_t>(begin);
    // The table has no entries for addresses of more than `address_bits` bits.
    if (bytes > (std::uintptr_t{1} << address_bits) || first > (std::uintptr_t{1} << address_bits) - bytes)
        throw std::bad_alloc();
    for (std::size_t i = first >> root_shift; i <= (first + bytes - 1) >> root_shift; ++i) {
        if (root_[i].load(std::memory_order_acquire)) continue;
        auto made = std::make_unique<Leaf>();
        Leaf* expected = nullptr;
        if (root_[i].compare_exchange_strong(expected, made.get(), std::memory_order_acq_rel))
            static_cast<void>(made.release());
    }
    set(&region, begin, bytes);
}

void AddressMap::set(Region* region, const std::byte* begin, std::size_t bytes) noexcept {
    const auto first = reinterpret_cast<std::uintptr_t>(begin);
    for (std::uintptr_t number = first; number < first + bytes; number += slot_bytes) {
        Leaf& leaf = *root_[number >> root_shift].load(std::memory_order_acquire);
        leaf[number / slot_bytes % leaf_entries].store(region, std::memory_order_release);
    }
}

}  // namespace lanewise::runtime
