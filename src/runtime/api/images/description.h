// Makes an ImageShape from a cl_image_format and a cl_image_desc. Checks everything that can be checked before the
// image exists (OpenCL API 3.0, sections 5.3.1.1 and 5.3.1.2).
#pragma once

#include "runtime/core/mem_object.h"
#include "runtime/memory/image.h"

namespace lanewise::runtime::api {

/// Returns whether the type is one of CL_MEM_OBJECT_IMAGE*.
bool is_image_type(cl_mem_object_type type) noexcept;

/// Returns whether images of this type can have this format.
bool has_format(cl_mem_object_type type, const ImageFormat& format) noexcept;

/// Makes the shape with type, format, sizes and mip levels; its pitches are those of rows without gaps. Throws
/// CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, CL_IMAGE_FORMAT_NOT_SUPPORTED, CL_INVALID_IMAGE_DESCRIPTOR or
/// CL_INVALID_IMAGE_SIZE.
ImageShape check_image(const cl_image_format* format, const cl_image_desc* description);

/// Copies the pitches of the description to `shape`, for an image over memory of the application or of a buffer. If
/// there is no such memory (`has_memory` is false), the pitches must be 0. Throws CL_INVALID_IMAGE_DESCRIPTOR or
/// CL_INVALID_IMAGE_SIZE.
void check_pitches(ImageShape& shape, const cl_image_desc& description, bool has_memory);

/// Throws unless the image can use the memory of `parent`, a buffer or an image.
void check_parent(ImageShape& shape, const cl_image_desc& description, const MemObject& parent);

}  // namespace lanewise::runtime::api
