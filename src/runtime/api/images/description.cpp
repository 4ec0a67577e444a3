#include "runtime/api/images/description.h"

#include <algorithm>
#include <bit>

#include "runtime/core/device_limits.h"
#include "runtime/object/error.h"

namespace lanewise::runtime::api {
namespace {

/// Returns whether the format is defined in section 5.3.1.1, but not supported by this device.
bool is_format_of_others(cl_channel_order order, cl_channel_type type) {
    switch (order) {
        case CL_Rx:
        case CL_RGx: return find_image_format(CL_RGBA, type) && type != CL_UNORM_INT_101010_2;
        case CL_sRGB: return type == CL_UNORM_INT8;
        default: return false;
    }
}

const ImageFormat& check_format(const cl_image_format* format, cl_mem_object_type type) {
    // "CL_INVALID_IMAGE_FORMAT_DESCRIPTOR if values specified in image_format are not valid or if image_format is NULL"
    check(format, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
          "image_format is null. Pass a channel order and a channel data type.");
    const ImageFormat* const found = find_image_format(format->image_channel_order, format->image_channel_data_type);
    check(found || is_format_of_others(format->image_channel_order, format->image_channel_data_type),
          CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
          "The specification has no image format with channel order {} and channel data type {}. Choose one that "
          "clGetSupportedImageFormats lists.",
          Hex{format->image_channel_order}, Hex{format->image_channel_data_type});
    // "CL_IMAGE_FORMAT_NOT_SUPPORTED if there are no devices in context that support image_format"
    check(found && has_format(type, *found), CL_IMAGE_FORMAT_NOT_SUPPORTED,
          "The device does not support channel order {} with channel data type {} for this image type. Choose a format "
          "that clGetSupportedImageFormats lists.",
          Hex{format->image_channel_order}, Hex{format->image_channel_data_type});
    return *found;
}

// "CL_INVALID_IMAGE_DESCRIPTOR if values specified in image_desc are not valid"; "CL_INVALID_IMAGE_SIZE if image
// dimensions specified in image_desc exceed the maximum image dimensions [...] for all devices in context".
std::size_t check_size(const char* name, std::size_t size, std::size_t most) {
    check(size != 0, CL_INVALID_IMAGE_DESCRIPTOR, "{} is 0. Pass at least 1.", name);
    check(size <= most, CL_INVALID_IMAGE_SIZE, "{} is {}, which exceeds the device's limit of {} for this image type.",
          name, size, most);
    return size;
}

void take_sizes(ImageShape& shape, const cl_image_desc& description) {
    const bool is_3d = shape.type == CL_MEM_OBJECT_IMAGE3D;
    const std::size_t most = is_3d ? limits::max_image3d_size : limits::max_image_width;
    const bool is_buffer = shape.type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
    shape.width =
        check_size("image_width", description.image_width, is_buffer ? limits::max_image_buffer_texels : most);
    if (shape.dimensions() >= 2) shape.height = check_size("image_height", description.image_height, most);
    if (is_3d) shape.depth = check_size("image_depth", description.image_depth, most);
    if (shape.is_array())
        shape.layers = check_size("image_array_size", description.image_array_size, limits::max_image_layers);
}

// Sets the number of mip levels. A small image may have more levels than are needed to reach a single texel; the
// additional levels have one texel each. The maximum number of levels of any image is the number of levels of the
// largest image that the device supports.
void take_levels(ImageShape& shape, const cl_image_desc& description) {
    constexpr auto most_levels = static_cast<cl_uint>(std::bit_width(limits::max_image_width));
    check(description.num_mip_levels <= most_levels, CL_INVALID_IMAGE_DESCRIPTOR,
          "num_mip_levels is {}, which exceeds the {} levels of the largest image.", description.num_mip_levels,
          most_levels);
    check(description.num_mip_levels == 0 || shape.type != CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_INVALID_IMAGE_DESCRIPTOR,
          "num_mip_levels is {}, but an image over a buffer has no mip levels. Pass 0.", description.num_mip_levels);
    shape.mip_levels = description.num_mip_levels;
}

std::size_t product(std::size_t a, std::size_t b) {
    std::size_t bytes = 0;
    check(!__builtin_mul_overflow(a, b, &bytes), CL_INVALID_IMAGE_SIZE,
          "The image has more bytes than the address space. Create a smaller image.");
    return bytes;
}

/// Returns the number of rows of one slice of the image.
std::size_t slice_rows(const ImageShape& shape) { return shape.dimensions() >= 2 ? shape.height : 1; }

// Section 5.3.1, for a 2D image that is created from another image: "The channel order specified for the image [...]
// must be the one that the other's maps to", and "The channel data type [...] must be the same".
bool may_be_seen_as(const ImageFormat& parent, const ImageFormat& view) {
    if (parent.type != view.type) return false;
    const auto pairs = [&](ChannelOrder a, ChannelOrder b) {
        return (parent.order == a && view.order == b) || (parent.order == b && view.order == a);
    };
    return pairs(ChannelOrder::sBGRA, ChannelOrder::BGRA) || pairs(ChannelOrder::sRGBA, ChannelOrder::RGBA) ||
           pairs(ChannelOrder::sRGBx, ChannelOrder::RGBx) || pairs(ChannelOrder::DEPTH, ChannelOrder::R) ||
           parent.order == view.order;
}

void check_parent_image(ImageShape& shape, const cl_image_desc& description, const ImageShape& parent) {
    check(shape.type == CL_MEM_OBJECT_IMAGE2D && parent.type == CL_MEM_OBJECT_IMAGE2D, CL_INVALID_IMAGE_DESCRIPTOR,
          "mem_object is an image, but it and the new image are not both CL_MEM_OBJECT_IMAGE2D. Only a 2D image can be "
          "created from an image, and only from a 2D image.");
    check(shape.width == parent.width && shape.height == parent.height && shape.mip_levels == 0 &&
              parent.mip_levels == 0 &&
              (description.image_row_pitch == 0 || description.image_row_pitch == parent.row_pitch),
          CL_INVALID_IMAGE_DESCRIPTOR,
          "The new image is {} x {} pixels and mem_object is {} x {}. Pass the width, height and row pitch of "
          "mem_object, and no mip levels.",
          shape.width, shape.height, parent.width, parent.height);
    // "CL_INVALID_IMAGE_FORMAT_DESCRIPTOR if a 2D image is created from a 2D image object and the rules described above
    // are not followed"
    check(may_be_seen_as(*parent.format, *shape.format), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
          "The image format does not match that of mem_object. Pass the same channel data type, and the same channel "
          "order or its sRGB, depth or linear counterpart.");
    shape.row_pitch = parent.row_pitch;
    shape.slice_pitch = parent.slice_pitch;
}

void check_parent_buffer(ImageShape& shape, const cl_image_desc& description, const MemObject& buffer) {
    check(shape.mip_levels == 0, CL_INVALID_IMAGE_DESCRIPTOR,
          "num_mip_levels is {}, but an image over a buffer has no mip levels. Pass 0.", shape.mip_levels);
    // "CL_INVALID_IMAGE_FORMAT_DESCRIPTOR if an image is created from a buffer and the row pitch, slice pitch, or base
    // address alignment does not follow the rules described for creating an image from a buffer"
    const auto is_aligned = [&](std::size_t value) { return value % shape.texel_bytes() == 0; };
    check(is_aligned(description.image_row_pitch) && is_aligned(description.image_slice_pitch) &&
              is_aligned(reinterpret_cast<std::uintptr_t>(buffer.data())),
          CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
          "image_row_pitch ({} bytes), image_slice_pitch ({} bytes) or the buffer's address is no multiple of a "
          "pixel's size ({} bytes).",
          description.image_row_pitch, description.image_slice_pitch, shape.texel_bytes());
    if (shape.type != CL_MEM_OBJECT_IMAGE1D_BUFFER) check_pitches(shape, description, /*has_memory=*/true);
    check(shape.bytes() <= buffer.size(), CL_INVALID_IMAGE_SIZE,
          "The image takes {} bytes, but the buffer has only {} bytes. Pass a larger buffer or a smaller image.",
          shape.bytes(), buffer.size());
}

}  // namespace

bool is_image_type(cl_mem_object_type type) noexcept {
    switch (type) {
        case CL_MEM_OBJECT_IMAGE1D:
        case CL_MEM_OBJECT_IMAGE1D_BUFFER:
        case CL_MEM_OBJECT_IMAGE1D_ARRAY:
        case CL_MEM_OBJECT_IMAGE2D:
        case CL_MEM_OBJECT_IMAGE2D_ARRAY:
        case CL_MEM_OBJECT_IMAGE3D: return true;
    }
    return false;
}

bool has_format(cl_mem_object_type type, const ImageFormat& format) noexcept {
    // "CL_DEPTH [...] can only be used for 2D image or 2D image array objects". OpenCL C has no other depth image
    // types.
    return format.use != FormatUse::depth || type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}

ImageShape check_image(const cl_image_format* format, const cl_image_desc* description) {
    check(format, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
          "image_format is null. Pass a channel order and a channel data type.");
    // "CL_INVALID_IMAGE_DESCRIPTOR if values specified in image_desc are not valid or if image_desc is NULL"
    check(description, CL_INVALID_IMAGE_DESCRIPTOR, "image_desc is null. Pass the image's type and sizes.");
    ImageShape shape;
    shape.type = description->image_type;
    check(is_image_type(shape.type), CL_INVALID_IMAGE_DESCRIPTOR, "image_type is {}, which is no CL_MEM_OBJECT_IMAGE*.",
          Hex{shape.type});
    shape.format = &check_format(format, shape.type);
    check(description->num_samples == 0, CL_INVALID_IMAGE_DESCRIPTOR,
          "num_samples is {}. Pass 0: the device has no multi-sample images.", description->num_samples);
    take_sizes(shape, *description);
    take_levels(shape, *description);
    shape.row_pitch = shape.width * shape.texel_bytes();
    shape.slice_pitch = shape.row_pitch * slice_rows(shape);
    return shape;
}

void check_pitches(ImageShape& shape, const cl_image_desc& description, bool has_memory) {
    const std::size_t row = description.image_row_pitch;
    const bool has_slices = shape.is_array() || shape.dimensions() == 3;
    const std::size_t slice = has_slices ? description.image_slice_pitch : 0;
    if (row == 0 && slice == 0) return;
    // image_row_pitch and image_slice_pitch: "This must be 0 if host_ptr is NULL".
    check(has_memory, CL_INVALID_IMAGE_DESCRIPTOR,
          "image_row_pitch is {} and image_slice_pitch is {} bytes, but host_ptr is null. Pass 0 for both.", row,
          slice);
    // image_row_pitch "can be either 0 or >= image_width x size of element in bytes"; "it must be a multiple of the
    // image element size"
    check(row == 0 || (row >= shape.row_pitch && row % shape.texel_bytes() == 0), CL_INVALID_IMAGE_DESCRIPTOR,
          "image_row_pitch is {} bytes. Pass 0, or a multiple of a pixel's size ({} bytes) of at least one row ({} "
          "bytes).",
          row, shape.texel_bytes(), shape.row_pitch);
    if (row != 0) shape.row_pitch = row;
    const std::size_t least = product(shape.row_pitch, slice_rows(shape));
    // "image_slice_pitch can be either 0 or >= image_row_pitch x image_height"; "it must be a multiple of the
    // image_row_pitch"
    check(slice == 0 || (slice >= least && slice % shape.row_pitch == 0), CL_INVALID_IMAGE_DESCRIPTOR,
          "image_slice_pitch is {} bytes. Pass 0, or a multiple of image_row_pitch ({} bytes) of at least one slice "
          "({} bytes).",
          slice, shape.row_pitch, least);
    shape.slice_pitch = slice != 0 ? slice : least;
    product(shape.slice_pitch, std::max(shape.depth, shape.layers));
}

void check_parent(ImageShape& shape, const cl_image_desc& description, const MemObject& parent) {
    // A "valid mem_object" is a buffer; for a 2D image, it may also be an image.
    check(parent.kind() != MemKind::pipe, CL_INVALID_IMAGE_DESCRIPTOR,
          "image_desc->mem_object is a pipe. Pass a buffer or a 2D image.");
    if (parent.kind() == MemKind::image) {
        check_parent_image(shape, description, parent.image().shape());
    } else {
        check_parent_buffer(shape, description, parent);
    }
}

}  // namespace lanewise::runtime::api
