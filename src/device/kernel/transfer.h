// Copies and fills of memory, cut into units that several threads can run: rows of a box, or pieces of
// a range. Pure address arithmetic; what the addresses mean is the caller's business. The objects are
// values; running different units at the same time is safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace lanewise::device {

/// A box of rows (`extent[0]` bytes each), `extent[1]` rows to a slice, `extent[2]` slices.
using Extent = std::array<std::size_t, 3>;

/// Where the rows of one side of a copy lie.
struct BoxLayout {
    std::size_t row_pitch = 0;    // bytes from a row to the next
    std::size_t slice_pitch = 0;  // bytes from a slice to the next
};

/// A copy of a range of bytes or of a box. Source and destination may be the same memory only if they
/// are the same addresses.
class CopyJob {
public:
    CopyJob(std::byte* destination, const std::byte* source, std::size_t bytes) noexcept;
    CopyJob(std::byte* destination, BoxLayout destination_layout, const std::byte* source, BoxLayout source_layout,
            const Extent& extent) noexcept;

    std::uint64_t units() const noexcept { return units_; }
    std::size_t bytes() const noexcept { return extent_[0] * extent_[1] * extent_[2]; }
    void run(std::uint64_t first_unit, std::uint64_t count) const noexcept;

private:
    void merge_rows() noexcept;

    std::byte* destination_;
    const std::byte* source_;
    BoxLayout destination_layout_;
    BoxLayout source_layout_;
    Extent extent_;
    std::size_t rows_per_unit_ = 1;   // of a box of short rows
    std::size_t pieces_per_row_ = 1;  // of a box of long rows
    std::uint64_t units_ = 1;
};

/// A fill of a range with a pattern of 1 to 128 bytes, a power of two, that divides the range.
class FillJob {
public:
    static constexpr std::size_t max_pattern = 128;

    FillJob(std::byte* destination, std::size_t bytes, const void* pattern, std::size_t pattern_bytes) noexcept;

    std::uint64_t units() const noexcept { return units_; }
    std::size_t bytes() const noexcept { return bytes_; }
    void run(std::uint64_t first_unit, std::uint64_t count) const noexcept;

private:
    std::byte* destination_;
    std::size_t bytes_;
    std::uint64_t units_;
    bool uniform_;                                          // all bytes of the pattern are equal
    alignas(64) std::array<std::byte, max_pattern> block_;  // the pattern, repeated
};

}  // namespace lanewise::device
