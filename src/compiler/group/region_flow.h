// Writes all regions of a chunk function with barriers into its group function, each with a loop over the
// chunks of the work-group, and between them the control flow that the chunks share: loops around barriers
// stay loops, their counters and conditions are computed once for the group. Regions that have nothing to
// do for the chunks get no loop; where only a shared value is wanted of them, one chunk computes it.
//
//   A; for (i = 0; i < n; i++) { B(i); barrier; C; barrier; } D
// becomes
//   for all chunks: A
//   for (i = 0; i < n; i++) {
//     for all chunks: B(i)
//     for all chunks: C
//   }
//   for all chunks: D
//
// Needs: spill_live_values.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "compiler/group/chunk_loops.h"

namespace lanewise::compiler {

/// Writes from the builder's position on; goes to `end` when the kernel returns.
void emit_region_flow(llvm::IRBuilderBase& builder, llvm::Function& chunk, const GroupShape& shape,
                      llvm::BasicBlock* end);

}  // namespace lanewise::compiler
