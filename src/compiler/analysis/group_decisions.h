// Finds the branches that decide, directly or through other branches, whether the work-items of a group meet at a
// barrier or at a vote. OpenCL C 3.0, section 6.15.8, demands that all work-items execute a barrier if one work-item
// executes it. The section does not demand that all work-items take the same direction at each branch before the
// barrier. For example, one side of a branch may lead past the barrier although no work-item ever takes this side, or
// work-items may leave the kernel on several paths. The position of a branch relative to a barrier therefore does not
// prove that the branch is uniform.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// Returns the blocks that end in a deciding branch. A meeting in another iteration of a loop is treated as a different
/// meeting: a work-item that reaches the barrier an iteration later than the others would not meet them.
llvm::SmallVector<llvm::BasicBlock*, 8> deciding_blocks(llvm::Function& function);

/// Returns the deciding blocks whose branches are not proved uniform for the group, in reverse postorder.
llvm::SmallVector<llvm::BasicBlock*, 8> unproved_decisions(llvm::Function& function);

}  // namespace lanewise::compiler
