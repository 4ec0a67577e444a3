#include "runtime/memory/image.h"

#include <algorithm>
#include <limits>

namespace lanewise::runtime {
namespace {

/// Every mip level begins at a multiple of this number of bytes after the image's first texel.
constexpr std::size_t level_alignment = 64;

struct LevelSize {
    std::size_t row_pitch;
    std::size_t slice_pitch;
    std::size_t bytes;
};

/// Returns the pitches and the size in bytes of a mip level. Levels after the first have no gaps between their rows.
LevelSize size_of(const ImageShape& shape, unsigned level) {
    const std::size_t slices = std::max(shape.layers, std::max<std::size_t>(1, shape.depth >> level));
    if (level == 0) return {shape.row_pitch, shape.slice_pitch, shape.slice_pitch * slices};
    const std::size_t row = std::max<std::size_t>(1, shape.width >> level) * shape.texel_bytes();
    const std::size_t slice = row * std::max<std::size_t>(1, shape.height >> level);
    return {row, slice, slice * slices};
}

std::size_t align_level(std::size_t offset) {
    return (offset + level_alignment - 1) / level_alignment * level_alignment;
}

// Returns the number of bytes of a mip level that kernels may read by vector loads. Returns 0 if this number needs more
// than 32 bits. Does not count bytes after the last texel, because the application's memory may end after this texel.
unsigned texel_span(const ImageShape& shape, unsigned level, const LevelSize& size) {
    const std::size_t slices = std::max(shape.layers, std::max<std::size_t>(1, shape.depth >> level));
    const std::size_t span = (slices - 1) * size.slice_pitch +
                             (std::max<std::size_t>(1, shape.height >> level) - 1) * size.row_pitch +
                             std::max<std::size_t>(1, shape.width >> level) * shape.texel_bytes();
    return span <= std::numeric_limits<unsigned>::max() ? static_cast<unsigned>(span) : 0;
}

}  // namespace

unsigned ImageShape::dimensions() const noexcept {
    switch (type) {
        case CL_MEM_OBJECT_IMAGE2D:
        case CL_MEM_OBJECT_IMAGE2D_ARRAY: return 2;
        case CL_MEM_OBJECT_IMAGE3D: return 3;
        default: return 1;
    }
}

std::array<std::size_t, 3> ImageShape::extent(unsigned level) const noexcept {
    const auto at_level = [&](std::size_t size) { return std::max<std::size_t>(1, size >> level); };
    std::array<std::size_t, 3> texels{at_level(width), at_level(height), at_level(depth)};
    if (is_array()) texels[dimensions()] = layers;
    return texels;
}

std::size_t ImageShape::bytes() const noexcept {
    std::size_t bytes = 0;
    for (unsigned level = 0; level < level_count(); ++level) bytes = align_level(bytes) + size_of(*this, level).bytes;
    return bytes;
}

bool ImageRegion::overlaps(const ImageRegion& other) const noexcept {
    if (level != other.level) return false;
    for (std::size_t d = 0; d < 3; ++d)
        if (origin[d] >= other.origin[d] + other.extent[d] || other.origin[d] >= origin[d] + extent[d]) return false;
    return true;
}

Image::Image(const ImageShape& shape, std::byte* texels) : shape_(shape) {
    std::size_t offset = 0;
    for (unsigned level = 0; level < shape.level_count(); ++level) {
        const LevelSize size = size_of(shape, level);
        offset = align_level(offset);
        const auto at_level = [&](std::size_t texel_count) {
            return static_cast<unsigned>(std::max<std::size_t>(1, texel_count >> level));
        };
        levels_.push_back({reinterpret_cast<std::uintptr_t>(texels) + offset, size.row_pitch, size.slice_pitch,
                           at_level(shape.width), at_level(shape.height), at_level(shape.depth),
                           texel_span(shape, level, size)});
        offset += size.bytes;
    }
    descriptor_.level = levels_.front();
    descriptor_.format = shape.format->texel;
    descriptor_.layers = static_cast<unsigned>(shape.layers);
    descriptor_.dimensions = shape.dimensions();
    descriptor_.is_array = shape.is_array() ? 1 : 0;
    descriptor_.channel_order = static_cast<unsigned>(shape.format->order);
    descriptor_.channel_type = static_cast<unsigned>(shape.format->type);
    descriptor_.mip_levels = shape.level_count();
    descriptor_.levels = reinterpret_cast<std::uintptr_t>(levels_.data());
    descriptor_.is_small = offset <= std::size_t{std::numeric_limits<std::int32_t>::max()} ? 1 : 0;
}

device::BoxLayout Image::layout(unsigned level) const noexcept {
    const abi::ImageLevel& at = levels_[level];
    if (shape_.type == CL_MEM_OBJECT_IMAGE1D_ARRAY) return {at.slice_pitch, at.slice_pitch * shape_.layers};
    return {at.row_pitch, at.slice_pitch};
}

device::Extent Image::box(const ImageRegion& region) const noexcept {
    return {region.extent[0] * shape_.texel_bytes(), region.extent[1], region.extent[2]};
}

std::byte* Image::address(const ImageRegion& region) const noexcept {
    const device::BoxLayout rows = layout(region.level);
    return reinterpret_cast<std::byte*>(levels_[region.level].texels) + region.origin[2] * rows.slice_pitch +
           region.origin[1] * rows.row_pitch + region.origin[0] * shape_.texel_bytes();
}

std::size_t Image::span_bytes(const ImageRegion& region) const noexcept {
    const device::BoxLayout rows = layout(region.level);
    const device::Extent bytes = box(region);
    return (bytes[2] - 1) * rows.slice_pitch + (bytes[1] - 1) * rows.row_pitch + bytes[0];
}

}  // namespace lanewise::runtime
