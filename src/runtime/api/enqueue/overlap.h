// Checks whether the source and the destination box of a copy share bytes of memory.
#pragma once

#include <cstddef>

#include "device/kernel/transfer.h"

namespace lanewise::runtime::api {

/// A box at its addresses in memory.
struct PlacedBox {
    const std::byte* begin = nullptr;
    const std::byte* end = nullptr;  // end of the last row of the box
    device::BoxLayout layout;
};

/// Throws CL_MEM_COPY_OVERLAP if the boxes, which have the same extent, share a byte, or if this function cannot
/// exclude a shared byte.
void check_no_overlap(const PlacedBox& source, const PlacedBox& target, const device::Extent& extent);

}  // namespace lanewise::runtime::api
