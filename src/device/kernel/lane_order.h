// Which code a launch runs best. The usual one has lanes along one dimension (KernelCode::lane_dimension), chosen by
// how the kernel accesses memory; a launch whose work-groups are too narrow in it, so that most lanes would idle, had
// better run other code, and the usual one says what that would cost (KernelCode::cost_along_0 and so on).
//
// Thread-safety: pure functions.
#pragma once

#include "lanewise/kernel_info.h"
#include "lanewise/ndrange.h"

namespace lanewise::device {

enum class LaneOrder : std::uint8_t {
    usual,
    along_0,
    along_1,
    along_2,
    along_linear_id,
    eight_lanes,  // along the usual dimension, as the following ones
    sixteen_lanes,
    thirty_two_lanes,
    one_lane,
};

/// Lanes of `code` that had better not idle: those of one register. It has more where they wait for each other anyway
/// (plan/estimates/latency.h).
constexpr std::uint64_t busy_lanes(const KernelCode& code) noexcept { return code.lanes < 16 ? code.lanes : 16; }

/// Whether the work-groups of `range` have work-items for all lanes of `code`, so that there is nothing to choose.
constexpr bool fills_lanes(const NDRange& range, const KernelCode& code) noexcept {
    const unsigned d = code.lane_dimension;
    return code.any_grouping ? range.global_size[d] >= busy_lanes(code) : range.local_size[d] % busy_lanes(code) == 0;
}

/// Fewer lanes where those of `code` beyond one register's idle too much in rows as short as those of `range`: of
/// kernels that the device may regroup, and of those with barriers, for which wide groups were guessed
/// (plan/group_width.h); others have more only where these may idle. The answer for launches
/// that fill lanes.
LaneOrder fewer_lanes(const NDRange& range, const KernelCode& code) noexcept;

/// Whether `other`, in place of `usual`, has as much to do for its lanes in a launch of `range`, and its work-groups
/// find room; `threads` are to have work.
bool suits(const NDRange& range, const KernelCode& usual, const KernelCode& other, unsigned threads) noexcept;

/// What the launch of `range` takes least time with, by what `code`, the kernel's usual one, says. A local size of
/// zeros is not chosen yet. Where that is the usual order, fewer_lanes() has the last word.
LaneOrder best_lane_order(const NDRange& range, const KernelCode& code) noexcept;

/// Whether the launch of `range` has so few work-items, of which each of `threads` has one or two, that of the lanes of
/// `code` hardly any are on.
bool are_few(const NDRange& range, const KernelCode& code, unsigned threads) noexcept;

/// Whether the launch of `range`, which is expected to take `ns` on all `threads` together, has so few work-items and
/// so much for each that one lane has most to do for them: loops, of which every thread has one or two.
bool are_few_and_long(const NDRange& range, const KernelCode& code, float ns, unsigned threads) noexcept;

/// Whether the launch may wait for the code of best_lane_order() to be compiled: it alone gains more by it than that
/// takes; or it is not small, and would have to wait for what it needs besides `code` anyway (`lacks_code`). Others get
/// such code once they have repeated.
bool is_worth_waiting(const NDRange& range, const KernelCode& code, bool lacks_code) noexcept;

}  // namespace lanewise::device
