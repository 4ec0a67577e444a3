#include "runtime/api/enqueue/overlap.h"

#include "runtime/object/error.h"

namespace lanewise::runtime::api {
namespace {

/// Returns whether two boxes of the same shape and pitches share a byte. `distance` is the number of bytes between
/// their starts.
bool boxes_overlap(std::size_t distance, const device::BoxLayout& layout, const device::Extent& region) {
    // The second box starts `slices` slices, `rows` rows and `bytes` bytes after the first box. The same distance can
    // be written with one row more, minus `row_pitch - bytes` bytes (byte_carry), or with one slice more, minus some
    // rows (row_carry). The boxes overlap if, in one of these notations, the numbers of slices, rows and bytes are each
    // less than the box's size in this dimension.
    const std::size_t slices = distance / layout.slice_pitch;
    const std::size_t in_slice = distance % layout.slice_pitch;
    const std::size_t rows = in_slice / layout.row_pitch;
    const std::size_t bytes = in_slice % layout.row_pitch;
    const std::size_t rows_per_slice = layout.slice_pitch / layout.row_pitch;
    for (const std::size_t byte_carry : {0, 1}) {
        const std::size_t x = byte_carry ? layout.row_pitch - bytes : bytes;
        if (x >= region[0]) continue;
        for (const std::size_t row_carry : {0, 1}) {
            const std::size_t row = rows + byte_carry;
            const std::size_t y = row_carry ? rows_per_slice - row : row;
            if (row <= rows_per_slice && y < region[1] && slices + row_carry < region[2]) return true;
        }
    }
    return false;
}

}  // namespace

void check_no_overlap(const PlacedBox& source, const PlacedBox& target, const device::Extent& extent) {
    if (source.end <= target.begin || target.end <= source.begin) return;
    const std::size_t distance = static_cast<std::size_t>(source.begin < target.begin ? target.begin - source.begin
                                                                                      : source.begin - target.begin);
    // Boxes with different pitches count as overlapping if their address ranges overlap, since an exact test would take
    // long.
    const bool same_pitches =
        source.layout.row_pitch == target.layout.row_pitch && source.layout.slice_pitch == target.layout.slice_pitch;
    check(same_pitches && !boxes_overlap(distance, source.layout, extent), CL_MEM_COPY_OVERLAP,
          "The source and destination regions share memory. Copy through another memory object, or use regions that do "
          "not overlap.");
}

}  // namespace lanewise::runtime::api
