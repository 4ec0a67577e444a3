// Checks that the commands on images share: handles, regions, and how the texels lie in the memory beside an image.
#pragma once

#include "runtime/api/enqueue/overlap.h"
#include "runtime/api/enqueue/transfer_checks.h"
#include "runtime/core/mem_object.h"

namespace lanewise::runtime::api {

/// The image behind `handle`, which must belong to the queue's context.
Ref<MemObject> deref_image(const Queue& queue, cl_mem handle);

/// Throws CL_INVALID_VALUE or CL_INVALID_MIP_LEVEL unless the region lies in the image.
ImageRegion check_image_region(const Image& image, const std::size_t* origin, const std::size_t* region);

/// How a region lies in the application's memory, 0 for pitches without gaps. Throws CL_INVALID_VALUE.
device::BoxLayout check_host_layout(const Image& image, const ImageRegion& region, std::size_t row_pitch,
                                    std::size_t slice_pitch);

/// How a region lies in a buffer: without gaps.
device::BoxLayout dense_layout(const Image& image, const ImageRegion& region);

PlacedBox place(const Image& image, const ImageRegion& region);

}  // namespace lanewise::runtime::api
