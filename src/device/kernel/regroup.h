// Chooses the local size that a launch really runs with. It is the program's own, except for kernels whose results do
// not depend on it (KernelCode::any_grouping). Rows that do not fill the lanes (local sizes of 1 or 8x8) become longer,
// over the work-groups that follow along dimension 0. Short rows of kernels that stream along them
// (KernelCode::row_streams) become longer, too, because each row starts anew. Kernels whose rows go across the memory
// get tiles (KernelCode::tile_items).
//
// Thread-safety: pure function.
#pragma once

#include "lanewise/kernel_info.h"
#include "lanewise/ndrange.h"

namespace lanewise::device {

/// Whether regroup() may return another range. Most launches need only this check.
constexpr bool may_regroup(const NDRange& range, const KernelCode& code) noexcept {
    if (!code.any_grouping || range.is_empty()) return false;
    const bool has_one_row = code.rows == 1 || range.global_size[1] < code.rows;
    return range.local_size[0] < range.global_size[0] || (!has_one_row && range.local_size[0] >= code.lanes);
}

/// Returns `range`, with another local size if that fills the lanes better; `threads` are to have work. An empty range
/// stays as it is.
NDRange regroup(const NDRange& range, const KernelCode& code, unsigned threads) noexcept;

}  // namespace lanewise::device
