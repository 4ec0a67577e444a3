// What decides whether a barrier (or another operation that all work-items of a group meet at) is reached is the same
// for all work-items of the group by now: it is proved, or they voted (group_votes.h). The conditions that such an
// operation depends on, directly or through others, become calls of `ocl.uniform`, so that chunks need no proof of
// their own.
//
//   br i1 %c, label %wait, label %on      %u = call i1 @ocl.uniform(i1 %c)
//                                         br i1 %u, label %wait, label %on
//   wait: call void @ocl.barrier(i32 1)
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// Wraps the conditions. Needs: none that is unproved (analysis/group_decisions.h), no switch among them
/// (lower_collective_switches()).
void mark_uniform_conditions(llvm::Function& function);

/// Turns each switch that a group operation depends on into a chain of comparisons.
void lower_collective_switches(llvm::Function& function);

}  // namespace lanewise::compiler
