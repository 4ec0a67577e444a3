// Chooses the code that suits a launch best. A kernel's usual code has lanes along one dimension
// (KernelCode::lane_dimension), which the planner chose by the kernel's memory accesses. If the work-groups of a launch
// are narrow in this dimension, most lanes would be idle, and other code is better. The facts of the usual code contain
// the estimated costs of the other code (KernelCode::cost_along_0 and so on).
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
    eight_lanes,  // along the usual dimension, like the following ones
    sixteen_lanes,
    thirty_two_lanes,
    one_lane,
};

/// Returns the number of lanes of `code` that should not be idle: the lanes of one register. Code has more lanes only
/// if the latency of operations would otherwise leave the CPU waiting (plan/estimates/latency.h).
constexpr std::uint64_t busy_lanes(const KernelCode& code) noexcept { return code.lanes < 16 ? code.lanes : 16; }

/// Returns whether the work-groups of `range` have work-items for all lanes of `code`, so that no other code is needed.
constexpr bool fills_lanes(const NDRange& range, const KernelCode& code) noexcept {
    const unsigned d = code.lane_dimension;
    return code.any_grouping ? range.global_size[d] >= busy_lanes(code) : range.local_size[d] % busy_lanes(code) == 0;
}

/// Chooses fewer lanes if partial chunks are slow, or if short rows of `range` leave too many lanes beyond those of one
/// register idle. The second case concerns kernels that the device may regroup, and kernels with barriers, for which
/// the planner guessed wide groups (plan/group_width.h). Other kernels have more lanes only if idle lanes cost nothing.
/// Call this function only for launches that fill the lanes (fills_lanes).
LaneOrder fewer_lanes(const NDRange& range, const KernelCode& code) noexcept;

/// Returns whether `other` fills its lanes as well as `usual` in a launch of `range`, and memory for its work-groups
/// can be lent (has_room). `threads` is the number of threads that should get work.
bool suits(const NDRange& range, const KernelCode& usual, const KernelCode& other, unsigned threads) noexcept;

/// Returns the order of lanes that takes the least time for a launch of `range`. `code` is the kernel's usual code,
/// whose facts contain the costs. A local size of zeros means that none is chosen yet. If the usual order
/// is best, fewer_lanes() decides whether code with fewer lanes is faster.
LaneOrder best_lane_order(const NDRange& range, const KernelCode& code) noexcept;

/// Returns whether a launch of `range` has so few work-items for each of `threads` threads that hardly any lane of
/// `code` is active.
bool are_few(const NDRange& range, const KernelCode& code, unsigned threads) noexcept;

/// Returns whether a launch of `range` has few work-items (are_few) with much work for each, so that one-lane code
/// suits it best. In such launches each thread runs a long loop in one or two work-items. `ns` is the expected time,
/// added over all `threads`.
bool are_few_and_long(const NDRange& range, const KernelCode& code, float ns, unsigned threads) noexcept;

/// Returns whether a launch should wait until the code of best_lane_order() is compiled. True if this launch alone
/// gains more time than the compilation takes. Also true for a launch that is not small and would otherwise wait
/// for the compilation of code for partial chunks (`lacks_code`). In other cases the code is compiled after such
/// launches have repeated.
bool is_worth_waiting(const NDRange& range, const KernelCode& code, bool lacks_code) noexcept;

}  // namespace lanewise::device
