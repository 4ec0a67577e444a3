// Copies and fills of memory, divided into units that several threads can run. A unit is a few rows of a box, a piece
// of a long row, or a piece of a range. These classes only compute addresses and access memory; the caller keeps the
// memory objects alive. A job is a plain value, and several threads may run different units of a job at the same time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace lanewise::device {

using Bytes = std::span<std::byte>;

/// Size of a box: bytes per row, rows per slice, number of slices.
using Extent = std::array<std::size_t, 3>;

/// The layout of the rows of a box in memory.
struct BoxLayout {
    std::size_t row_pitch = 0;    // bytes from one row to the next
    std::size_t slice_pitch = 0;  // bytes from one slice to the next
};

/// A box divided into units. Each unit consists of some rows, or of a piece of a long row.
class BoxUnits {
public:
    explicit BoxUnits(const Extent& extent) noexcept;

    std::uint64_t count() const noexcept { return units_; }
    /// Calls `part(row, begin, bytes)` for each row, or piece of a row, in the units. The rows of all slices are
    /// numbered consecutively.
    template <class Part>
    void for_each_part(std::uint64_t first_unit, std::uint64_t count, Part&& part) const noexcept;

private:
    std::size_t row_bytes_;
    std::size_t rows_;
    std::size_t rows_per_unit_ = 1;   // 1 if rows are long and therefore divided
    std::size_t pieces_per_row_ = 1;  // 1 if rows are short and therefore not divided
    std::uint64_t units_ = 1;
};

/// A copy of a range of bytes or of a box. Source and destination must not overlap, unless their addresses are equal.
class CopyJob {
public:
    CopyJob(std::byte* destination, const std::byte* source, std::size_t bytes) noexcept;
    CopyJob(std::byte* destination, BoxLayout destination_layout, const std::byte* source, BoxLayout source_layout,
            const Extent& extent) noexcept;

    std::uint64_t units() const noexcept { return units_.count(); }
    std::size_t bytes() const noexcept { return extent_[0] * extent_[1] * extent_[2]; }
    /// Returns the range from the first to the last written byte.
    Bytes written() const noexcept;
    /// Returns the range from the first to the last byte that is read.
    std::span<const std::byte> read() const noexcept;
    void run(std::uint64_t first_unit, std::uint64_t count) const noexcept;

private:
    /// Merges rows into longer rows, and slices into larger slices, if no gap lies between them in either layout.
    /// Returns the new extent.
    const Extent& merge_rows() noexcept;

    std::byte* destination_;
    const std::byte* source_;
    BoxLayout destination_layout_;
    BoxLayout source_layout_;
    Extent extent_;
    BoxUnits units_;
};

/// A pattern of 1, 2, 4 ... or 128 bytes.
class FillPattern {
public:
    static constexpr std::size_t max_bytes = 128;

    FillPattern(const void* pattern, std::size_t pattern_bytes) noexcept;

    /// Fills a range, beginning with the first byte of the pattern. `is_large` says that the range is part of a fill
    /// whose stores should bypass the caches.
    void store(std::byte* destination, std::size_t bytes, bool is_large) const noexcept;

private:
    alignas(64) std::array<std::byte, max_bytes> block_;  // the pattern, repeated
    bool uniform_;                                        // whether all bytes of the pattern are equal
};

/// A fill of a range with a pattern whose size divides the size of the range.
class FillJob {
public:
    static constexpr std::size_t max_pattern = FillPattern::max_bytes;

    FillJob(std::byte* destination, std::size_t bytes, const void* pattern, std::size_t pattern_bytes) noexcept;

    std::uint64_t units() const noexcept { return units_; }
    std::size_t bytes() const noexcept { return bytes_; }
    Bytes written() const noexcept { return {destination_, bytes_}; }
    void run(std::uint64_t first_unit, std::uint64_t count) const noexcept;

private:
    std::byte* destination_;
    std::size_t bytes_;
    std::uint64_t units_;
    FillPattern pattern_;
};

/// A fill of a box with a pattern whose size divides the size of a row.
class BoxFillJob {
public:
    BoxFillJob(std::byte* destination, BoxLayout layout, const Extent& extent, const void* pattern,
               std::size_t pattern_bytes) noexcept;

    std::uint64_t units() const noexcept { return units_.count(); }
    std::size_t bytes() const noexcept { return extent_[0] * extent_[1] * extent_[2]; }
    /// Returns the range from the first to the last written byte.
    Bytes written() const noexcept;
    void run(std::uint64_t first_unit, std::uint64_t count) const noexcept;

private:
    std::byte* destination_;
    BoxLayout layout_;
    Extent extent_;
    BoxUnits units_;
    FillPattern pattern_;
};

}  // namespace lanewise::device
