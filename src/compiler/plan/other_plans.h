// Which plans may well be faster than the one that was chosen, so that it is worth the time to ask launches
// (runtime/code/plan_trial.h). Other numbers of lanes wherever they hide or cost something that the model does not see;
// one lane only where lanes do not all save, because they access memory apart or wait for each other.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

#include <cstdint>

#include "lanewise/target.h"

namespace lanewise::compiler {

/// Bits of OtherPlan for a linearized kernel that was planned with `lanes`; 0 where another plan might give other
/// bits. With rows where it `has_rows`.
std::uint32_t other_plans(llvm::Function& linearized, const Target& target, unsigned lanes, bool has_rows);

/// The same for a kernel that has one lane for its size, though it might gain from more: those of one register.
std::uint32_t plans_not_looked_at(const llvm::Function& kernel, const Target& target);

}  // namespace lanewise::compiler
