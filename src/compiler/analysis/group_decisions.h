// Finds the branches that decide, directly or through others, whether the work-items of a group meet at a barrier or
// vote. OpenCL C 3.0, section 6.15.8, demands that all work-items come to a barrier if one does. It does not demand
// that all go the same way at each branch before the barrier. The side that leads past the barrier may never be taken,
// or work-items may leave the kernel by several ways. So the place of a branch proves nothing.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// Blocks that end in a deciding branch. The same place in another iteration of a loop counts as another place: a
/// work-item that reaches it an iteration later would miss the meeting.
llvm::SmallVector<llvm::BasicBlock*, 8> deciding_blocks(llvm::Function& function);

/// The deciding blocks, in flow order, at which it is not proved that all work-items of the group go the same way.
llvm::SmallVector<llvm::BasicBlock*, 8> unproved_decisions(llvm::Function& function);

}  // namespace lanewise::compiler
