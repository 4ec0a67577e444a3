// The local size that a launch really runs with. The program's own, but for kernels whose results do not
// tell it (KernelCode::any_grouping): rows that do not fill the lanes (local sizes of 1 or 8x8) become
// longer ones, over the work-groups that follow along dimension 0; and so do short rows of kernels that stream
// along them (KernelCode::row_streams), because each row starts anew; and kernels whose rows go across the memory get
// tiles (KernelCode::tile_items).
//
// Thread-safety: pure function.
#pragma once

#include "lanewise/kernel_info.h"
#include "lanewise/ndrange.h"

namespace lanewise::device {

/// Whether regroup(range, ...) may be another range. Most launches ask no more than this.
constexpr bool may_regroup(const NDRange& range, const KernelCode& code) noexcept {
    if (!code.any_grouping || range.is_empty()) return false;
    const bool has_one_row = code.rows == 1 || range.global_size[1] < code.rows;
    return range.local_size[0] < range.global_size[0] || (!has_one_row && range.local_size[0] >= code.lanes);
}

/// `range`, with another local size where that fills the lanes better; `threads` are to have work. An empty range
/// stays as it is.
NDRange regroup(const NDRange& range, const KernelCode& code, unsigned threads) noexcept;

}  // namespace lanewise::device
