// Makes an ImageShape from a cl_image_format and a cl_image_desc. Checks everything that can be checked before the
// image exists (OpenCL API 3.0, sections 5.3.1.1 and 5.3.1.2).
#pragma once

#include "runtime/core/mem_object.h"
#include "runtime/memory/image.h"

namespace lanewise::runtime::api {

/// Returns whether the type is an image type (CL_MEM_OBJECT_IMAGE*).
bool is_image_type(cl_mem_object_type type) noexcept;

/// Returns whether images of this type can have this format.
bool has_format(cl_mem_object_type type, const ImageFormat& format) noexcept;

/// Makes a shape with the type, format, sizes and mip levels of the arguments, and with the pitches of an image without
/// gaps. Throws CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, CL_IMAGE_FORMAT_NOT_SUPPORTED, CL_INVALID_IMAGE_DESCRIPTOR or
/// CL_INVALID_IMAGE_SIZE.
ImageShape check_image(const cl_image_format* format, const cl_image_desc* description);

/// Copies the pitches of the description to `shape`. `has_memory` is false if the image is created neither with a
/// host_ptr nor from a buffer; the pitches must then be 0. Throws CL_INVALID_IMAGE_DESCRIPTOR or CL_INVALID_IMAGE_SIZE.
void check_pitches(ImageShape& shape, const cl_image_desc& description, bool has_memory);

/// Throws unless the image can use the memory of `parent`, a buffer or an image.
void check_parent(ImageShape& shape, const cl_image_desc& description, const MemObject& parent);

}  // namespace lanewise::runtime::api
