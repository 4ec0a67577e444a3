// Returns plans that may be faster than the chosen plan, so that launches should time them (runtime/code/plan_trial.h).
// Other numbers of lanes may hide or cost something that the model does not see. A plan without lanes is returned only
// if lanes save less than they could, because of scattered accesses, divergence or barriers.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

#include <cstdint>

#include "lanewise/target.h"

namespace lanewise::compiler {

/// Returns bits of OtherPlan for a linearized kernel that was planned with `lanes`; 0 if another plan might change bits
/// of the results. Includes plans of rows if the kernel `has_rows`.
std::uint32_t other_plans(llvm::Function& linearized, const Target& target, unsigned lanes, bool has_rows);

/// Returns bits of OtherPlan for a kernel that has one lane because of its size, although the lanes of one register
/// might be faster.
std::uint32_t plans_not_looked_at(const llvm::Function& kernel, const Target& target);

}  // namespace lanewise::compiler
