// Chooses the local size with which a launch runs on the device. If the kernel's results may depend on the division
// into work-groups, the result is the local size that the program passed. Otherwise (KernelCode::any_grouping), rows
// that do not fill the lanes (local sizes of 1 or 8x8) are made longer: a new work-group covers several of the
// program's work-groups along dimension 0. Short rows with contiguous accesses (KernelCode::row_streams) are made
// longer too, since the start of each row takes time. Kernels that access memory contiguously across their rows get
// tiles (KernelCode::tile_items).
//
// Thread-safety: pure function.
#pragma once

#include "lanewise/kernel_info.h"
#include "lanewise/ndrange.h"

namespace lanewise::device {

/// Returns whether regroup() may change the range. Callers need not call regroup() if the result is false, which is the
/// case for most launches.
constexpr bool may_regroup(const NDRange& range, const KernelCode& code) noexcept {
    if (!code.any_grouping || range.is_empty()) return false;
    const bool has_one_row = code.rows == 1 || range.global_size[1] < code.rows;
    return range.local_size[0] < range.global_size[0] || (!has_one_row && range.local_size[0] >= code.lanes);
}

/// Returns `range` with the local size that suits `code` best. `threads` is the number of threads that should get work.
/// An empty range is returned unchanged.
NDRange regroup(const NDRange& range, const KernelCode& code, unsigned threads) noexcept;

}  // namespace lanewise::device
