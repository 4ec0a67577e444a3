#include "device/kernel/transfer.h"

#include <emmintrin.h>

#include <algorithm>
#include <cstring>

namespace lanewise::device {
namespace {

// Large enough that claiming a unit costs nothing, small enough to share out a few megabytes.
constexpr std::size_t unit_bytes = std::size_t{256} << 10;

// A fill larger than this leaves the caches anyhow: its stores go around them.
constexpr std::size_t streaming_bytes = std::size_t{4} << 20;

// So does a copy from here on: what it reads and writes is more than the caches of a core's share hold.
constexpr std::size_t streaming_copy_bytes = std::size_t{16} << 20;
constexpr std::size_t cache_line = 64;

std::uint64_t units_for(std::size_t bytes) { return std::max<std::size_t>(1, (bytes + unit_bytes - 1) / unit_bytes); }

void copy_bytes(std::byte* destination, const std::byte* source, std::size_t bytes) noexcept {
    // A buffer over host memory may be read into that very memory: then all is done.
    if (destination != source) std::memcpy(destination, source, bytes);
}

/// Copies around the caches: a store that does not fetch its line first saves a third of the traffic.
void stream_bytes(std::byte* destination, const std::byte* source, std::size_t bytes) noexcept {
    constexpr std::size_t ahead = 2048;
    constexpr std::size_t words = cache_line / sizeof(__m128i);
    const std::size_t misaligned = reinterpret_cast<std::uintptr_t>(destination) % cache_line;
    const std::size_t head = misaligned == 0 ? 0 : std::min(bytes, cache_line - misaligned);
    std::memcpy(destination, source, head);
    std::size_t done = head;
    for (; done + cache_line <= bytes; done += cache_line) {
        _mm_prefetch(reinterpret_cast<const char*>(source) + done + ahead, _MM_HINT_NTA);
        const auto* in = reinterpret_cast<const __m128i*>(source + done);
        auto* out = reinterpret_cast<__m128i*>(destination + done);
        __m128i line[words];
        for (std::size_t i = 0; i < words; ++i) line[i] = _mm_loadu_si128(in + i);
        for (std::size_t i = 0; i < words; ++i) _mm_stream_si128(out + i, line[i]);
    }
    _mm_sfence();
    std::memcpy(destination + done, source + done, bytes - done);
}

/// Repeats the 128 bytes of `block` over the range, whose start is a multiple of 16, around the caches.
void stream_pattern(std::byte* destination, std::size_t bytes, const std::byte* block) noexcept {
    constexpr std::size_t words = FillJob::max_pattern / sizeof(__m128i);
    __m128i pattern[words];
    std::memcpy(pattern, block, sizeof pattern);
    std::size_t done = 0;
    for (; done + sizeof pattern <= bytes; done += sizeof pattern) {
        auto* out = reinterpret_cast<__m128i*>(destination + done);
        for (std::size_t i = 0; i < words; ++i) _mm_stream_si128(out + i, pattern[i]);
    }
    _mm_sfence();
    std::memcpy(destination + done, block, bytes - done);
}

void store_pattern(std::byte* destination, std::size_t bytes, const std::byte* block) noexcept {
    std::size_t done = 0;
    for (; done + FillJob::max_pattern <= bytes; done += FillJob::max_pattern) {
        std::memcpy(destination + done, block, FillJob::max_pattern);
    }
    std::memcpy(destination + done, block, bytes - done);
}

}  // namespace

CopyJob::CopyJob(std::byte* destination, const std::byte* source, std::size_t bytes) noexcept
    : CopyJob(destination, {bytes, bytes}, source, {bytes, bytes}, {bytes, 1, 1}) {}

CopyJob::CopyJob(std::byte* destination, BoxLayout destination_layout, const std::byte* source, BoxLayout source_layout,
                 const Extent& extent) noexcept
    : destination_(destination),
      source_(source),
      destination_layout_(destination_layout),
      source_layout_(source_layout),
      extent_(extent) {
    merge_rows();
    const std::size_t rows = extent_[1] * extent_[2];
    if (extent_[0] >= unit_bytes) {
        pieces_per_row_ = units_for(extent_[0]);
        units_ = rows * pieces_per_row_;
    } else {
        rows_per_unit_ = std::max<std::size_t>(1, unit_bytes / std::max<std::size_t>(1, extent_[0]));
        units_ = std::max<std::size_t>(1, (rows + rows_per_unit_ - 1) / rows_per_unit_);
    }
}

/// Rows and slices that follow each other without a gap on both sides are one row.
void CopyJob::merge_rows() noexcept {
    if (destination_layout_.row_pitch == extent_[0] && source_layout_.row_pitch == extent_[0]) {
        extent_[0] *= extent_[1];
        extent_[1] = extent_[2];
        extent_[2] = 1;
        destination_layout_.row_pitch = destination_layout_.slice_pitch;
        source_layout_.row_pitch = source_layout_.slice_pitch;
        if (destination_layout_.row_pitch == extent_[0] && source_layout_.row_pitch == extent_[0]) {
            extent_[0] *= extent_[1];
            extent_[1] = 1;
        }
    }
}

void CopyJob::run(std::uint64_t first_unit, std::uint64_t count) const noexcept {
    const std::size_t row_bytes = extent_[0];
    const bool streams = row_bytes >= streaming_copy_bytes && source_ != destination_;
    const auto copy_part = [&](std::size_t row, std::size_t begin, std::size_t bytes) {
        const std::size_t slice = row / extent_[1];
        row %= extent_[1];
        std::byte* const to =
            destination_ + slice * destination_layout_.slice_pitch + row * destination_layout_.row_pitch + begin;
        const std::byte* const from =
            source_ + slice * source_layout_.slice_pitch + row * source_layout_.row_pitch + begin;
        streams ? stream_bytes(to, from, bytes) : copy_bytes(to, from, bytes);
    };
    for (std::uint64_t unit = first_unit; unit < first_unit + count; ++unit) {
        if (pieces_per_row_ > 1) {
            const std::size_t begin = unit % pieces_per_row_ * unit_bytes;
            copy_part(unit / pieces_per_row_, begin, std::min(unit_bytes, row_bytes - begin));
            continue;
        }
        const std::size_t first_row = unit * rows_per_unit_;
        const std::size_t last_row = std::min(first_row + rows_per_unit_, extent_[1] * extent_[2]);
        for (std::size_t row = first_row; row < last_row; ++row) copy_part(row, 0, row_bytes);
    }
}

FillJob::FillJob(std::byte* destination, std::size_t bytes, const void* pattern, std::size_t pattern_bytes) noexcept
    : destination_(destination), bytes_(bytes), units_(units_for(bytes)) {
    for (std::size_t at = 0; at < max_pattern; at += pattern_bytes) {
        std::memcpy(block_.data() + at, pattern, pattern_bytes);
    }
    uniform_ = std::all_of(block_.begin(), block_.end(), [&](std::byte b) { return b == block_[0]; });
}

void FillJob::run(std::uint64_t first_unit, std::uint64_t count) const noexcept {
    const std::size_t begin = first_unit * unit_bytes;
    const std::size_t bytes = std::min(count * unit_bytes, bytes_ - begin);
    std::byte* const destination = destination_ + begin;
    if (uniform_) {
        std::memset(destination, static_cast<int>(block_[0]), bytes);
    } else if (bytes_ >= streaming_bytes && reinterpret_cast<std::uintptr_t>(destination) % 16 == 0) {
        stream_pattern(destination, bytes, block_.data());
    } else {
        store_pattern(destination, bytes, block_.data());
    }
}

}  // namespace lanewise::device
