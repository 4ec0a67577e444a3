// The branches that decide, directly or through others, whether the work-items of a group meet (at a barrier, or
// to vote). OpenCL C 3.0, section 6.15.8, demands that all of them come to a barrier if one does; it does not demand
// that all go the same way at each branch before it: the side that leads past the barrier may be one that nobody
// takes, or work-items may leave the kernel by several ways. So nothing follows from where a branch stands.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// Blocks that end in such branches. One that leads to the same place in another iteration of a loop leads elsewhere:
/// who comes to it a round later would not be there in time.
llvm::SmallVector<llvm::BasicBlock*, 8> deciding_blocks(llvm::Function& function);

/// Those of them, in flow order, at which it is not proved that all work-items of the group go the same way.
llvm::SmallVector<llvm::BasicBlock*, 8> unproved_decisions(llvm::Function& function);

}  // namespace lanewise::compiler
