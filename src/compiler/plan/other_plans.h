// Names plans that may be faster than the chosen one, so that launches are worth timing (runtime/code/plan_trial.h).
// Other numbers of lanes may hide or cost something that the model does not see. One lane is named only if lanes save
// less than they could, since they access memory apart or wait for each other.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

#include <cstdint>

#include "lanewise/target.h"

namespace lanewise::compiler {

/// Returns bits of OtherPlan for a linearized kernel that was planned with `lanes`; 0 if another plan might change bits
/// of its results. Plans of rows are among them if the kernel `has_rows`.
std::uint32_t other_plans(llvm::Function& linearized, const Target& target, unsigned lanes, bool has_rows);

/// The same for a kernel that has one lane because of its size, though it might gain from those of one register.
std::uint32_t plans_not_looked_at(const llvm::Function& kernel, const Target& target);

}  // namespace lanewise::compiler
