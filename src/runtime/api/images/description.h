// From cl_image_format and cl_image_desc to an ImageShape: everything about an image that can be checked before it is
// there (OpenCL API 3.0, sections 5.3.1.1 and 5.3.1.2).
#pragma once

#include "runtime/core/mem_object.h"
#include "runtime/memory/image.h"

namespace lanewise::runtime::api {

/// The type is one of CL_MEM_OBJECT_IMAGE*.
bool is_image_type(cl_mem_object_type type) noexcept;

/// Whether images of that type can have that format.
bool has_format(cl_mem_object_type type, const ImageFormat& format) noexcept;

/// Type, format, sizes and mip levels; the pitches are those of rows without gaps. Throws
/// CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, CL_IMAGE_FORMAT_NOT_SUPPORTED, CL_INVALID_IMAGE_DESCRIPTOR or
/// CL_INVALID_IMAGE_SIZE.
ImageShape check_image(const cl_image_format* format, const cl_image_desc* description);

/// Takes the pitches of the description over, for memory that is the application's or a buffer's; without such memory
/// they must be 0. Throws CL_INVALID_IMAGE_DESCRIPTOR or CL_INVALID_IMAGE_SIZE.
void check_pitches(ImageShape& shape, const cl_image_desc& description, bool has_memory);

/// Throws unless `parent`, a buffer or an image, can lend its memory to the image.
void check_parent(ImageShape& shape, const cl_image_desc& description, const MemObject& parent);

}  // namespace lanewise::runtime::api
