// Chooses the code that suits a launch best. A kernel's usual code has lanes along one dimension
// (KernelCode::lane_dimension), chosen by how the kernel accesses memory. If the work-groups of a launch are narrow in
// this dimension, most lanes would idle, and other code is better. The facts of the usual code tell what other code
// would cost (KernelCode::cost_along_0 and so on).
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
    eight_lanes,  // along the usual dimension, as are the following ones
    sixteen_lanes,
    thirty_two_lanes,
    one_lane,
};

/// Lanes of `code` that should not idle: those of one register. Code has more lanes only if the kernel waits for its
/// own results anyway (plan/estimates/latency.h).
constexpr std::uint64_t busy_lanes(const KernelCode& code) noexcept { return code.lanes < 16 ? code.lanes : 16; }

/// Whether the work-groups of `range` have work-items for all lanes of `code`, so that there is nothing to choose.
constexpr bool fills_lanes(const NDRange& range, const KernelCode& code) noexcept {
    const unsigned d = code.lane_dimension;
    return code.any_grouping ? range.global_size[d] >= busy_lanes(code) : range.local_size[d] % busy_lanes(code) == 0;
}

/// Chooses fewer lanes if partial chunks are slow, or if rows as short as those of `range` leave too many lanes beyond
/// one register's idle. Lanes may idle so in kernels that the device may regroup, and in kernels with barriers, for
/// which wide groups were guessed (plan/group_width.h); other kernels have more lanes only if these may idle. To be
/// asked for launches that fill lanes.
LaneOrder fewer_lanes(const NDRange& range, const KernelCode& code) noexcept;

/// Whether `other` fills its lanes as well as `usual` in a launch of `range`, and its work-groups find room. `threads`
/// threads are to have work.
bool suits(const NDRange& range, const KernelCode& usual, const KernelCode& other, unsigned threads) noexcept;

/// The order that takes least time for a launch of `range`, by the facts of `code`, the kernel's usual code. A local
/// size of zeros is not chosen yet. If the usual order is best, fewer_lanes() decides.
LaneOrder best_lane_order(const NDRange& range, const KernelCode& code) noexcept;

/// Whether a launch of `range` has only one or two work-items for each of `threads`, so that hardly any lane of `code`
/// is active.
bool are_few(const NDRange& range, const KernelCode& code, unsigned threads) noexcept;

/// Whether a launch of `range` has few work-items (as are_few) and much work for each, so that one lane suits it best.
/// Such work-items are loops, of which every thread has one or two. `ns` is the expected time on all `threads`
/// together.
bool are_few_and_long(const NDRange& range, const KernelCode& code, float ns, unsigned threads) noexcept;

/// Whether a launch should wait until the code of best_lane_order() is compiled. True if this launch alone gains more
/// than the compilation takes. Also true if it is not small and must wait for other code than `code` anyway
/// (`lacks_code`). Other launches get such code once they have repeated.
bool is_worth_waiting(const NDRange& range, const KernelCode& code, bool lacks_code) noexcept;

}  // namespace lanewise::device
