#include "runtime/api/images/regions.h"

namespace lanewise::runtime::api {
namespace {

/// Returns the mip level, which is the element of `origin` after the coordinates.
// Section 5.3.8: "If image is a 1D image, origin[1] specifies the mip level to use", origin[2] for arrays of 1D images
// and for 2D images, origin[3] for 2D image arrays and 3D images.
unsigned check_level(const ImageShape& shape, const std::size_t* origin) {
    if (shape.mip_levels == 0) return 0;
    const std::size_t level = origin[shape.coordinates()];
    // "CL_INVALID_MIP_LEVEL if [...] the mip level is not a valid level for image"
    check(level < shape.mip_levels, CL_INVALID_MIP_LEVEL,
          "The mip level in origin is {}, but the image has only {} levels, from 0.", level, shape.mip_levels);
    return static_cast<unsigned>(level);
}

}  // namespace

Ref<MemObject> deref_image(const Queue& queue, cl_mem handle) {
    Ref<MemObject> object = deref_memory(queue, handle);
    // "CL_INVALID_MEM_OBJECT if image is not a valid image object"
    check(object->kind() == MemKind::image, CL_INVALID_MEM_OBJECT,
          "The memory object is a buffer or a pipe. Pass an image.");
    return object;
}

ImageRegion check_image_region(const Image& image, const std::size_t* origin, const std::size_t* region) {
    const ImageShape& shape = image.shape();
    // "CL_INVALID_VALUE if origin or region is NULL"
    check(origin && region, CL_INVALID_VALUE, "origin or region is null. Pass three values for each.");
    ImageRegion checked;
    checked.level = check_level(shape, origin);
    const auto size = shape.extent(checked.level);
    for (unsigned d = 0; d < 3; ++d) {
        // "CL_INVALID_VALUE if values in origin and region do not follow rules described in the argument description
        // for origin and region". In a dimension that the image does not have, `origin` must be 0 and `region` 1. The
        // first element of `origin` after the coordinates may instead be the mip level.
        const bool is_coordinate = d < shape.coordinates();
        const bool is_level = shape.mip_levels != 0 && d == shape.coordinates();
        checked.origin[d] = is_level ? 0 : origin[d];
        checked.extent[d] = region[d];
        check(region[d] != 0 && (is_coordinate || (checked.origin[d] == 0 && region[d] == 1)), CL_INVALID_VALUE,
              "In dimension {}, origin is {} and region is {}. The image has {} dimensions: pass a region of at least "
              "1 there, and origin 0 and region 1 in the others.",
              d, origin[d], region[d], shape.coordinates());
        // "CL_INVALID_VALUE if the region [...] specified by origin and region is out of bounds"
        check(checked.origin[d] <= size[d] && region[d] <= size[d] - checked.origin[d], CL_INVALID_VALUE,
              "In dimension {}, origin {} and region {} reach past the image's size of {}.", d, checked.origin[d],
              region[d], size[d]);
    }
    return checked;
}

device::BoxLayout check_host_layout(const Image& image, const ImageRegion& region, std::size_t row_pitch,
                                    std::size_t slice_pitch) {
    const device::BoxLayout dense = dense_layout(image, region);
    // row_pitch: "This value must be greater than or equal to the element size in bytes x width. If row_pitch is set to
    // 0, the appropriate row pitch is calculated"
    check(row_pitch == 0 || row_pitch >= dense.row_pitch, CL_INVALID_VALUE,
          "The row pitch is {} bytes, but a row of the region has {} bytes. Pass at least that, or 0 for the smallest "
          "pitch.",
          row_pitch, dense.row_pitch);
    const std::size_t row = row_pitch != 0 ? row_pitch : dense.row_pitch;
    const ImageShape& shape = image.shape();
    const bool has_slices = shape.is_array() || shape.dimensions() == 3;
    // "CL_INVALID_VALUE if image is a 1D or 2D image and slice_pitch or input_slice_pitch is not 0"
    check(slice_pitch == 0 || has_slices, CL_INVALID_VALUE,
          "The slice pitch is {} bytes, but the image has no slices or layers. Pass 0.", slice_pitch);
    // In arrays of 1D images, the slice pitch is the distance between layers; the code below treats layers as rows.
    const bool rows_are_layers = shape.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    std::size_t least = row;
    std::size_t all = 0;
    const bool fits = (rows_are_layers || !__builtin_mul_overflow(row, region.extent[1], &least)) &&
                      !__builtin_mul_overflow(std::max(least, slice_pitch),
                                              rows_are_layers ? region.extent[1] : region.extent[2], &all);
    check(fits && (slice_pitch == 0 || slice_pitch >= least), CL_INVALID_VALUE,
          "The slice pitch is {} bytes, but a slice of the region has {} bytes. Pass at least that, or 0 for the "
          "smallest pitch; the whole region must fit in the address space.",
          slice_pitch, least);
    const std::size_t slice = slice_pitch != 0 ? slice_pitch : least;
    return rows_are_layers ? device::BoxLayout{slice, all} : device::BoxLayout{row, slice};
}

device::BoxLayout dense_layout(const Image& image, const ImageRegion& region) {
    const std::size_t row = region.extent[0] * image.shape().texel_bytes();
    return {row, row * region.extent[1]};
}

PlacedBox place(const Image& image, const ImageRegion& region) {
    const std::byte* const begin = image.address(region);
    return {begin, begin + image.span_bytes(region), image.layout(region.level)};
}

}  // namespace lanewise::runtime::api
