// The sizes of blocks that share a segment of memory. A segment is divided into pages of 64 KiB, which are not the
// pages of the system. A slab is one page or several, and contains blocks of one size. Blocks of more than half a page
// have a slab of their own.
//
//   Size of the blocks      Steps                       Pages of a slab
//   128 to 1024 bytes       128 bytes                   1
//   to 32 KiB               4 for each power of two     1, above 8 KiB 4
//   to 1 MiB                a page                      as many as the block needs
//
// The start of a slab is a multiple of a page. A block whose size is a power of two is therefore aligned to its size.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace lanewise::runtime {

inline constexpr std::size_t segment_bytes = std::size_t{2} << 20;
inline constexpr std::size_t page_bytes = std::size_t{64} << 10;
inline constexpr unsigned pages_per_segment = segment_bytes / page_bytes;

inline constexpr std::size_t most_fine_bytes = 1024;              // largest block of a fine_segment
inline constexpr std::size_t most_shared_bytes = page_bytes / 2;  // largest block that shares a slab
inline constexpr std::size_t most_block_bytes = std::size_t{1} << 20;

struct SizeClass {
    std::uint32_t block_bytes = 0;
    std::uint16_t blocks = 0;  // number of blocks in a slab
    std::uint8_t pages = 0;    // of a slab
    std::uint64_t reciprocal = 0;

    /// Returns the number of the block that contains the byte at `offset` of the slab.
    constexpr std::size_t block_at(std::size_t offset) const { return offset * reciprocal >> reciprocal_shift; }
    static constexpr unsigned reciprocal_shift = 40;
};

inline constexpr unsigned fine_classes = most_fine_bytes / 128;
inline constexpr unsigned shared_classes = fine_classes + 20;
inline constexpr unsigned size_class_count = shared_classes + most_block_bytes / page_bytes;

/// Returns the class of the smallest blocks with at least `bytes` bytes. The number `bytes` must be above 0 and at most
/// most_block_bytes.
constexpr unsigned size_class_of(std::size_t bytes) {
    const std::size_t last = bytes - 1;
    if (bytes <= most_fine_bytes) return static_cast<unsigned>(last / 128);
    if (bytes > most_shared_bytes) return shared_classes + static_cast<unsigned>(last / page_bytes);
    const auto doublings = static_cast<unsigned>(std::bit_width(last)) - 11;
    return fine_classes + doublings * 4 + static_cast<unsigned>(last >> (8 + doublings)) - 4;
}

constexpr SizeClass make_size_class(unsigned number) {
    SizeClass made;
    if (number < fine_classes) {
        made.block_bytes = (number + 1) * 128;
        made.pages = 1;
    } else if (number < shared_classes) {
        const unsigned step = number - fine_classes;
        made.block_bytes = (5 + step % 4) << (8 + step / 4);
        made.pages = made.block_bytes <= page_bytes / 8 ? 1 : 4;
    } else {
        made.pages = static_cast<std::uint8_t>(number - shared_classes + 1);
        made.block_bytes = static_cast<std::uint32_t>(made.pages * page_bytes);
    }
    made.blocks = static_cast<std::uint16_t>(made.pages * page_bytes / made.block_bytes);
    made.reciprocal = ((std::uint64_t{1} << SizeClass::reciprocal_shift) + made.block_bytes - 1) / made.block_bytes;
    return made;
}

inline constexpr auto size_classes = [] {
    std::array<SizeClass, size_class_count> made;
    for (unsigned i = 0; i < size_class_count; ++i) made[i] = make_size_class(i);
    return made;
}();

}  // namespace lanewise::runtime
