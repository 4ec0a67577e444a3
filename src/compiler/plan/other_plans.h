// Returns plans that may be faster than the chosen plan and that launches should therefore time
// (runtime/code/plan_trial.h). Another number of lanes may have benefits or costs that the cost model does not include.
// A plan without lanes is returned only if scattered accesses, divergence or barriers make lanes less efficient.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

#include <cstdint>

#include "lanewise/target.h"

namespace lanewise::compiler {

/// Returns a bit set of CodeVariant for a linearized kernel that was planned with `lanes`; 0 if another plan might
/// change the results. If `has_rows` is true, the set may contain plans with several rows.
std::uint32_t other_plans(llvm::Function& linearized, const Target& target, unsigned lanes, bool has_rows);

/// Returns a bit set of CodeVariant for a kernel whose plan has one lane merely because the kernel is large. The set
/// contains the plan whose lanes fill one register.
std::uint32_t plans_not_looked_at(const llvm::Function& kernel, const Target& target);

}  // namespace lanewise::compiler
