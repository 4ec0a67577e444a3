// Which dimension of a launch lanes are to lie along. Code has one (KernelCode::lane_dimension), chosen by how the
// kernel accesses memory; a launch whose work-groups are too narrow in it, so that most lanes would idle, had better
// run other code, and the code says what that would cost (KernelCode::cost_along_0 and so on).
//
// Thread-safety: pure functions.
#pragma once

#include "lanewise/kernel_info.h"
#include "lanewise/ndrange.h"

namespace lanewise::device {

/// Of code that has lanes along the linear id.
inline constexpr unsigned linear_id = 3;

/// Whether every work-group has work-items for all lanes of `code`, so that there is nothing to choose.
constexpr bool fills_lanes(const NDRange& range, const KernelCode& code) noexcept {
    const unsigned d = code.lane_dimension;
    return (code.any_grouping ? range.global_size[d] : range.local_size[d]) >= code.lanes;
}

/// The dimension (or linear_id) that the launch of `range` takes least time with, by what `code`, the kernel's usual
/// one, says. A local size of zeros is not chosen yet.
unsigned best_lane_dimension(const NDRange& range, const KernelCode& code) noexcept;

}  // namespace lanewise::device
