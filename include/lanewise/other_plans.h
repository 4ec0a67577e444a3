// The plans that launches may try in place of the plan that the planner chose (runtime/code/plan_trial.h). The compiler
// decides which of these plans may be faster (KernelCode::other_plans). The runtime lets the compiler make code for
// these plans, and measures the times of launches with this code.
//
// Thread-safety: constants and pure functions.
#pragma once

#include <cstdint>

namespace lanewise {

enum class OtherPlan : std::uint8_t {
    one_lane,
    two_items,  // code of one lane that interleaves two work-items
    lanes_8,
    lanes_16,
    lanes_32,
    lanes_64,
    rows_of_16,  // 16 lanes, with two rows together
    rows_of_32,
    rows_of_8,
    rows_of_64,
};
inline constexpr unsigned other_plan_count = 10;

/// Returns the bit of a plan in a bit mask of plans.
constexpr std::uint32_t bit_of(OtherPlan plan) { return std::uint32_t{1} << static_cast<unsigned>(plan); }

}  // namespace lanewise
