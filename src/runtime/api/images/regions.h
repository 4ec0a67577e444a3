// Checks that all commands on images have in common: handles, regions, and layouts of texels outside of an image.
#pragma once

#include "runtime/api/enqueue/overlap.h"
#include "runtime/api/enqueue/transfer_checks.h"
#include "runtime/core/mem_object.h"

namespace lanewise::runtime::api {

/// Returns the image of `handle`, which must belong to the queue's context.
Ref<MemObject> deref_image(const Queue& queue, cl_mem handle);

/// Makes a region from the arguments. Throws CL_INVALID_VALUE or CL_INVALID_MIP_LEVEL unless the region lies in the
/// image.
ImageRegion check_image_region(const Image& image, const std::size_t* origin, const std::size_t* region);

/// Returns the layout of a region in the application's memory. A pitch of 0 means that there are no gaps. Throws
/// CL_INVALID_VALUE.
device::BoxLayout check_host_layout(const Image& image, const ImageRegion& region, std::size_t row_pitch,
                                    std::size_t slice_pitch);

/// Returns the layout of a region in a buffer, which has no gaps.
device::BoxLayout dense_layout(const Image& image, const ImageRegion& region);

PlacedBox place(const Image& image, const ImageRegion& region);

}  // namespace lanewise::runtime::api
