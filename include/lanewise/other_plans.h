// The plans that launches may try beside the one that the planner chose (runtime/code/plan_trial.h): the compiler says
// which of them may well be faster (KernelCode::other_plans), the runtime has them made and timed.
//
// Thread-safety: constants and pure functions.
#pragma once

#include <cstdint>

namespace lanewise {

enum class OtherPlan : std::uint8_t {
    one_lane,
    two_items,  // one lane, two work-items at a time
    lanes_8,
    lanes_16,
    lanes_32,
    lanes_64,
    rows_of_16,  // two of them at a time
    rows_of_32,
    rows_of_8,
    rows_of_64,
};
inline constexpr unsigned other_plan_count = 10;

/// Several of them are a number with a bit for each.
constexpr std::uint32_t bit_of(OtherPlan plan) { return std::uint32_t{1} << static_cast<unsigned>(plan); }

}  // namespace lanewise
