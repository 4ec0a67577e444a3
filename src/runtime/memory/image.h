// The description of an image object: type, format, sizes, addresses of the mip levels, and the descriptor that kernels
// read. The texels are stored row by row, as in the application's memory. CL_MEM_USE_HOST_PTR, mappings and images over
// buffers therefore need no copies. Immutable; the memory object owns the memory.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "device/kernel/transfer.h"
#include "lanewise/image_descriptor.h"
#include "lanewise/image_formats.h"
#include "runtime/object/cl_headers.h"

namespace lanewise::runtime {

/// The parameters with which an image is created, already checked. Sizes that the image's type does not have are 1.
struct ImageShape {
    cl_mem_object_type type = CL_MEM_OBJECT_IMAGE2D;
    const ImageFormat* format = nullptr;
    std::size_t width = 1;
    std::size_t height = 1;
    std::size_t depth = 1;
    std::size_t layers = 1;
    std::size_t row_pitch = 0;    // bytes between rows of the first level
    std::size_t slice_pitch = 0;  // bytes between slices or layers of the first level
    cl_uint mip_levels = 0;       // 0 if the image has no mip levels

    std::size_t texel_bytes() const noexcept { return format->texel.bytes; }
    unsigned level_count() const noexcept { return mip_levels != 0 ? mip_levels : 1; }
    unsigned dimensions() const noexcept;
    bool is_array() const noexcept {
        return type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    }
    /// Returns the size of a mip level in texels: width, height and depth. For an array, the element after the image's
    /// dimensions is the number of layers.
    std::array<std::size_t, 3> extent(unsigned level) const noexcept;
    /// Returns the number of coordinates that select a texel, including the layer of an array.
    unsigned coordinates() const noexcept { return dimensions() + (is_array() ? 1 : 0); }
    /// Returns the size of all levels in bytes.
    std::size_t bytes() const noexcept;
};

/// A box of texels in one mip level.
struct ImageRegion {
    unsigned level = 0;
    std::array<std::size_t, 3> origin{};
    std::array<std::size_t, 3> extent{};

    bool overlaps(const ImageRegion& other) const noexcept;
};

class Image {
public:
    Image(const ImageShape& shape, std::byte* texels);
    Image(const Image&) = delete;
    Image& operator=(const Image&) = delete;

    const ImageShape& shape() const noexcept { return shape_; }
    const ImageFormat& format() const noexcept { return *shape_.format; }
    const abi::ImageDescriptor& descriptor() const noexcept { return descriptor_; }

    const abi::ImageLevel& level(unsigned number) const noexcept { return levels_[number]; }
    /// Returns the layout of a mip level's rows in memory, in the form that copies need. In an array of 1D images, each
    /// layer is a row.
    device::BoxLayout layout(unsigned level) const noexcept;
    /// Returns the size of a region in the form that copies need: bytes of a row, number of rows, number of slices.
    device::Extent box(const ImageRegion& region) const noexcept;
    std::byte* address(const ImageRegion& region) const noexcept;
    /// Returns the number of bytes from the first to the last byte of a region, both included.
    std::size_t span_bytes(const ImageRegion& region) const noexcept;

private:
    const ImageShape shape_;
    std::vector<abi::ImageLevel> levels_;
    abi::ImageDescriptor descriptor_{};
};

}  // namespace lanewise::runtime
