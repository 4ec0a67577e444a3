// Checks for all commands on images: image handles, regions, and layouts of texels in buffers and in the application's
// memory.
#pragma once

#include "runtime/api/enqueue/overlap.h"
#include "runtime/api/enqueue/transfer_checks.h"
#include "runtime/core/mem_object.h"

namespace lanewise::runtime::api {

/// Returns the image of `handle`, which must belong to the queue's context.
Ref<MemObject> deref_image(const Queue& queue, cl_mem handle);

/// Makes a region from the arguments of an API function. Throws CL_INVALID_VALUE or CL_INVALID_MIP_LEVEL unless the
/// region lies in the image.
ImageRegion check_image_region(const Image& image, const std::size_t* origin, const std::size_t* region);

/// Returns the layout of a region's texels in the application's memory. A pitch of 0 means that there are no gaps.
/// Throws CL_INVALID_VALUE.
device::BoxLayout check_host_layout(const Image& image, const ImageRegion& region, std::size_t row_pitch,
                                    std::size_t slice_pitch);

/// Returns the layout of a region's texels in a buffer, in which there are no gaps between rows or slices.
device::BoxLayout dense_layout(const Image& image, const ImageRegion& region);

/// Functions that check the arguments of clEnqueueX and clCommandXKHR. `queue` is the queue of the command or of the
/// command buffer.
CheckedCopy check_copy_image(const Queue& queue, cl_mem src_image, cl_mem dst_image, const std::size_t* src_origin,
                             const std::size_t* dst_origin, const std::size_t* region);
CheckedCopy check_copy_image_to_buffer(const Queue& queue, cl_mem src_image, cl_mem dst_buffer,
                                       const std::size_t* src_origin, const std::size_t* region,
                                       std::size_t dst_offset);
CheckedCopy check_copy_buffer_to_image(const Queue& queue, cl_mem src_buffer, cl_mem dst_image, std::size_t src_offset,
                                       const std::size_t* dst_origin, const std::size_t* region);
CheckedTransfer<device::BoxFillJob> check_fill_image(const Queue& queue, cl_mem image, const void* fill_color,
                                                     const std::size_t* origin, const std::size_t* region);

PlacedBox place(const Image& image, const ImageRegion& region);

}  // namespace lanewise::runtime::api
