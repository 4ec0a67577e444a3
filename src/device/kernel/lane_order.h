// Chooses the code that suits a launch best. A kernel's usual code has lanes along one dimension
// (KernelCode::lane_dimension), which the planner chose by the kernel's memory accesses. If the work-groups of a launch
// are narrow in this dimension, most lanes of the usual code would be idle. Code with lanes along another dimension, or
// with fewer lanes, is then faster. The facts of the usual code contain the estimated costs of these other codes
// (KernelCode::cost_along_0 and so on).
//
// Thread-safety: pure functions.
#pragma once

#include "lanewise/code_variant.h"
#include "lanewise/kernel_info.h"
#include "lanewise/ndrange.h"

namespace lanewise::device {

/// Returns how many lanes of `code` a launch should keep busy: at most the lanes of one register. If a code has more
/// lanes than one register holds, the additional lanes only hide the latency of operations (plan/estimates/latency.h),
/// and may be idle.
constexpr std::uint64_t busy_lanes(const KernelCode& code) noexcept { return code.lanes < 16 ? code.lanes : 16; }

/// Returns whether the work-groups of `range` fill the lanes of `code` (busy_lanes), so that no other code is needed.
constexpr bool fills_lanes(const NDRange& range, const KernelCode& code) noexcept {
    const unsigned d = code.lane_dimension;
    return code.any_grouping ? range.global_size[d] >= busy_lanes(code) : range.local_size[d] % busy_lanes(code) == 0;
}

/// Chooses fewer lanes along the usual dimension in two cases: if partial chunks are slow, or if short rows leave whole
/// registers of lanes idle. The second case occurs in kernels whose local size the device may change (regroup.h). It
/// also occurs in kernels with barriers, if the planner assumed work-groups that are wider than the launch's
/// work-groups (plan/group_width.h). In all other kernels, the usual code has more lanes than a register holds only if
/// idle lanes cost nothing. Must be called only for launches that fill the lanes (fills_lanes).
CodeVariant fewer_lanes(const NDRange& range, const KernelCode& code) noexcept;

/// Returns whether a launch of `range` can use `other` in place of `usual`. The memory that a thread lends must suffice
/// for each work-group (has_room). If `other` has more lanes than `usual`, and cannot run with work-groups of any size
/// (any_grouping), the work-groups must also fill the lanes of `other`. `threads` is the number of threads that should
/// get work.
bool suits(const NDRange& range, const KernelCode& usual, const KernelCode& other, unsigned threads) noexcept;

/// Returns the order of lanes that takes the least time for a launch of `range`. `code` is the kernel's usual code,
/// whose facts contain the costs. A local size of {0, 0, 0} means that no local size is chosen yet. If the usual order
/// is best, fewer_lanes() decides whether code with fewer lanes is faster.
CodeVariant best_lane_order(const NDRange& range, const KernelCode& code) noexcept;

/// Returns whether a launch of `range` has so few work-items for each of `threads` threads that hardly any lane of
/// `code` is active.
bool are_few(const NDRange& range, const KernelCode& code, unsigned threads) noexcept;

/// Returns whether a launch of `range` has few work-items (are_few), each of which takes long. One-lane code is then
/// the best code. In such launches each thread runs a long loop in one or two work-items. `ns` is the expected time,
/// added over all `threads`.
bool are_few_and_long(const NDRange& range, const KernelCode& code, float ns, unsigned threads) noexcept;

/// Returns whether a launch should wait until the code of best_lane_order() is compiled. Returns true if the better
/// code saves this launch alone more time than the compilation takes. Also returns true if the launch is not small and
/// would otherwise wait for code for partial chunks, which is not compiled yet (`lacks_code`). If the result is false,
/// the code is compiled only after several similar launches.
bool is_worth_waiting(const NDRange& range, const KernelCode& code, bool lacks_code) noexcept;

}  // namespace lanewise::device
