// Describes one allocation of shared virtual memory (clSVMAlloc) or of unified shared memory
// (cl_intel_unified_shared_memory). On a CPU, all kinds of allocations are ordinary memory of the process. They differ
// only in the answers to queries, and in the commands that may use them.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace lanewise::runtime {

enum class AllocationKind : std::uint8_t { svm, host, device, shared };

/// A set of kinds, one bit for each kind.
using AllocationKinds = std::uint8_t;
constexpr AllocationKinds bit_of(AllocationKind kind) { return static_cast<AllocationKinds>(1u << unsigned(kind)); }
inline constexpr AllocationKinds usm_kinds =
    bit_of(AllocationKind::host) | bit_of(AllocationKind::device) | bit_of(AllocationKind::shared);
inline constexpr AllocationKinds all_kinds = bit_of(AllocationKind::svm) | usm_kinds;

/// The properties of an allocation that the application chooses.
struct AllocationTraits {
    /// Value of `device` if the allocation belongs to no device.
    static constexpr std::uint16_t no_device = 0xFFFF;
    /// Values of `flags` for SVM allocations: coarse-grain, fine-grain or system sharing (svm_types.h).
    static constexpr std::uint8_t coarse_grain = 0, fine_grain = 1, system_grain = 2;
    /// Value of `flags`, for allocations of any kind, if the properties are in AllocationPropertyTable. No valid
    /// cl_mem_alloc_flags_intel has this value, since the value has the bits of both initial placements.
    static constexpr std::uint8_t with_properties = 7;

    AllocationKind kind = AllocationKind::svm;
    std::uint8_t flags = 0;            // cl_mem_alloc_flags_intel for USM; always below 8
    std::uint16_t device = no_device;  // index of the device in the context
};

struct Allocation {
    std::byte* data = nullptr;
    std::size_t size = 0;
    AllocationTraits traits;

    const std::byte* end() const noexcept { return data + size; }
    bool contains(const void* address) const noexcept { return address >= data && address < end(); }
    /// Returns whether the allocation and the range have a byte in common.
    bool meets(const void* begin, std::size_t bytes) const noexcept {
        const auto first = reinterpret_cast<std::uintptr_t>(begin), own = reinterpret_cast<std::uintptr_t>(data);
        return first < own ? own - first < bytes : bytes != 0 && first - own < size;
    }
};

/// Returns whether one of the aligned 64-bit words in the `bytes` bytes at `data` is an address in the allocation.
/// Another thread may write to these words at the same time.
inline bool has_pointer_into(const Allocation& allocation, const void* data, std::size_t bytes) noexcept {
    const auto* const words = static_cast<void* const*>(data);
    for (std::size_t i = 0; i < bytes / sizeof *words; ++i)
        if (allocation.contains(__atomic_load_n(words + i, __ATOMIC_RELAXED))) return true;
    return false;
}

/// Size and traits of a block in one 64-bit word, so that a thread can read both at once while another thread frees the
/// block. A word that contains no kind of allocation belongs to a free block.
class AllocationRecord {
public:
    static constexpr unsigned size_bits = 42;

    constexpr AllocationRecord() noexcept = default;
    constexpr AllocationRecord(std::size_t size, AllocationTraits traits) noexcept
        : word_(size | (std::uint64_t(traits.kind) + 1) << size_bits | std::uint64_t(traits.flags & 7u) << flags_shift |
                std::uint64_t(traits.device) << device_shift) {}
    constexpr explicit AllocationRecord(std::uint64_t word) noexcept : word_(word) {}
    /// Makes the record of a free block. The record contains `number`, whose meaning the owner of the block decides.
    static constexpr AllocationRecord of_free_block(std::uint16_t number) noexcept {
        return AllocationRecord(std::uint64_t(number));
    }

    constexpr std::uint64_t word() const noexcept { return word_; }
    constexpr bool is_free() const noexcept { return (word_ >> size_bits & 7) == 0; }
    constexpr std::uint16_t number() const noexcept { return static_cast<std::uint16_t>(word_); }
    constexpr std::size_t size() const noexcept { return word_ & ((std::uint64_t{1} << size_bits) - 1); }
    constexpr AllocationTraits traits() const noexcept {
        return {AllocationKind((word_ >> size_bits & 7) - 1), static_cast<std::uint8_t>(word_ >> flags_shift & 7),
                static_cast<std::uint16_t>(word_ >> device_shift)};
    }

private:
    static constexpr unsigned flags_shift = size_bits + 3, device_shift = flags_shift + 3;

    std::uint64_t word_ = 0;
};

}  // namespace lanewise::runtime
