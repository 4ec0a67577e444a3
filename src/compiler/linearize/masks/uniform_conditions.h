// Marks conditions with `ocl.uniform` if they decide, directly or through other conditions, whether a barrier or
// another synchronization point of the group is reached. Before this pass, an analysis has proved that these conditions
// are the same for all work-items of the group, or GroupVotes has inserted votes of the work-items (group_votes.h).
// Later passes on chunks need no further proof, since they rely on `ocl.uniform`.
//
//   br i1 %c, label %wait, label %on      %u = call i1 @ocl.uniform(i1 %c)
//                                         br i1 %u, label %wait, label %on
//   wait: call void @ocl.barrier(i32 1)
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// Wraps the conditions that decide whether a synchronization point is reached. Needs: all these conditions are proved
/// uniform (analysis/group_decisions.h), and none is the condition of a switch (lower_collective_switches()).
void mark_uniform_conditions(llvm::Function& function);

/// Turns each switch that decides whether a group operation is reached into a chain of comparisons.
void lower_collective_switches(llvm::Function& function);

}  // namespace lanewise::compiler
