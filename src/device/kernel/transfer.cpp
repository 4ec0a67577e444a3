#include "device/kernel/transfer.h"

#include <emmintrin.h>

#include <algorithm>
#include <cstring>

namespace lanewise::device {
namespace {

// Size of a unit in bytes. A unit is so large that moving it takes much longer than claiming it, and so small that
// threads can share even a few megabytes.
constexpr std::size_t unit_bytes = std::size_t{256} << 10;

// A fill of at least this size does not stay in the caches, so its stores bypass them.
constexpr std::size_t streaming_bytes = std::size_t{4} << 20;

// A copy of at least this size bypasses the caches, since it reads and writes more than a core's share of the caches.
constexpr std::size_t streaming_copy_bytes = std::size_t{16} << 20;
constexpr std::size_t cache_line = 64;

std::uint64_t units_for(std::size_t bytes) { return std::max<std::size_t>(1, (bytes + unit_bytes - 1) / unit_bytes); }

void copy_bytes(std::byte* destination, const std::byte* source, std::size_t bytes) noexcept {
    // Source and destination are the same if the application reads a buffer with CL_MEM_USE_HOST_PTR into the buffer's
    // own host memory.
    if (destination != source) std::memcpy(destination, source, bytes);
}

/// Copies with stores that bypass the caches. An ordinary store first fetches the cache line that it writes; without
/// this fetch, there is less memory traffic.
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

/// Repeats the 128 bytes of `block` over the range, with stores that bypass the caches. The range must begin at a
/// multiple of 16 bytes.
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

Bytes reach_of(std::byte* first, const BoxLayout& layout, const Extent& extent) {
    if (extent[0] == 0 || extent[1] == 0 || extent[2] == 0) return {};
    return {first, (extent[2] - 1) * layout.slice_pitch + (extent[1] - 1) * layout.row_pitch + extent[0]};
}

}  // namespace

BoxUnits::BoxUnits(const Extent& extent) noexcept : row_bytes_(extent[0]), rows_(extent[1] * extent[2]) {
    if (row_bytes_ >= unit_bytes) {
        pieces_per_row_ = units_for(row_bytes_);
        units_ = rows_ * pieces_per_row_;
    } else {
        rows_per_unit_ = std::max<std::size_t>(1, unit_bytes / std::max<std::size_t>(1, row_bytes_));
        units_ = std::max<std::size_t>(1, (rows_ + rows_per_unit_ - 1) / rows_per_unit_);
    }
}

template <class Part>
void BoxUnits::for_each_part(std::uint64_t first_unit, std::uint64_t count, Part&& part) const noexcept {
    for (std::uint64_t unit = first_unit; unit < first_unit + count; ++unit) {
        if (pieces_per_row_ > 1) {
            const std::size_t begin = unit % pieces_per_row_ * unit_bytes;
            part(unit / pieces_per_row_, begin, std::min(unit_bytes, row_bytes_ - begin));
            continue;
        }
        const std::size_t first_row = unit * rows_per_unit_;
        const std::size_t last_row = std::min(first_row + rows_per_unit_, rows_);
        for (std::size_t row = first_row; row < last_row; ++row) part(row, std::size_t{0}, row_bytes_);
    }
}

CopyJob::CopyJob(std::byte* destination, const std::byte* source, std::size_t bytes) noexcept
    : CopyJob(destination, {bytes, bytes}, source, {bytes, bytes}, {bytes, 1, 1}) {}

CopyJob::CopyJob(std::byte* destination, BoxLayout destination_layout, const std::byte* source, BoxLayout source_layout,
                 const Extent& extent) noexcept
    : destination_(destination),
      source_(source),
      destination_layout_(destination_layout),
      source_layout_(source_layout),
      extent_(extent),
      units_(merge_rows()) {}

const Extent& CopyJob::merge_rows() noexcept {
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
    return extent_;
}

Bytes CopyJob::written() const noexcept { return reach_of(destination_, destination_layout_, extent_); }

std::span<const std::byte> CopyJob::read() const noexcept {
    return reach_of(const_cast<std::byte*>(source_), source_layout_, extent_);
}

void CopyJob::run(std::uint64_t first_unit, std::uint64_t count) const noexcept {
    const bool streams = extent_[0] >= streaming_copy_bytes && source_ != destination_;
    units_.for_each_part(first_unit, count, [&](std::size_t row, std::size_t begin, std::size_t bytes) {
        const std::size_t slice = row / extent_[1];
        row %= extent_[1];
        std::byte* const to =
            destination_ + slice * destination_layout_.slice_pitch + row * destination_layout_.row_pitch + begin;
        const std::byte* const from =
            source_ + slice * source_layout_.slice_pitch + row * source_layout_.row_pitch + begin;
        streams ? stream_bytes(to, from, bytes) : copy_bytes(to, from, bytes);
    });
}

FillPattern::FillPattern(const void* pattern, std::size_t pattern_bytes) noexcept {
    for (std::size_t at = 0; at < max_bytes; at += pattern_bytes) {
        std::memcpy(block_.data() + at, pattern, pattern_bytes);
    }
    uniform_ = std::all_of(block_.begin(), block_.end(), [&](std::byte b) { return b == block_[0]; });
}

void FillPattern::store(std::byte* destination, std::size_t bytes, bool is_large) const noexcept {
    if (uniform_) {
        std::memset(destination, static_cast<int>(block_[0]), bytes);
    } else if (is_large && reinterpret_cast<std::uintptr_t>(destination) % 16 == 0) {
        stream_pattern(destination, bytes, block_.data());
    } else {
        store_pattern(destination, bytes, block_.data());
    }
}

FillJob::FillJob(std::byte* destination, std::size_t bytes, const void* pattern, std::size_t pattern_bytes) noexcept
    : destination_(destination), bytes_(bytes), units_(units_for(bytes)), pattern_(pattern, pattern_bytes) {}

void FillJob::run(std::uint64_t first_unit, std::uint64_t count) const noexcept {
    const std::size_t begin = first_unit * unit_bytes;
    const std::size_t bytes = std::min(count * unit_bytes, bytes_ - begin);
    pattern_.store(destination_ + begin, bytes, bytes_ >= streaming_bytes);
}

BoxFillJob::BoxFillJob(std::byte* destination, BoxLayout layout, const Extent& extent, const void* pattern,
                       std::size_t pattern_bytes) noexcept
    : destination_(destination),
      layout_(layout),
      extent_(layout.row_pitch == extent[0] ? Extent{extent[0] * extent[1], 1, extent[2]} : extent),
      units_(extent_),
      pattern_(pattern, pattern_bytes) {}

Bytes BoxFillJob::written() const noexcept { return reach_of(destination_, layout_, extent_); }

void BoxFillJob::run(std::uint64_t first_unit, std::uint64_t count) const noexcept {
    const bool is_large = bytes() >= streaming_bytes && extent_[0] >= unit_bytes;
    units_.for_each_part(first_unit, count, [&](std::size_t row, std::size_t begin, std::size_t bytes) {
        std::byte* const slice = destination_ + row / extent_[1] * layout_.slice_pitch;
        pattern_.store(slice + row % extent_[1] * layout_.row_pitch + begin, bytes, is_large);
    });
}

}  // namespace lanewise::device
