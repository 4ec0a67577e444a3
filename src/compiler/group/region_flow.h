// Emits all regions of a chunk function with barriers into its group function, each in a loop over the chunks of the
// work-group. The control flow that all chunks share connects these loops over chunks: source loops around barriers
// stay loops, and their counters and conditions are computed once for the group. A region without side effects gets no
// loop over chunks. If a later region needs a value from such a region, and the value is the same for all chunks, one
// chunk computes the value.
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

/// Emits the regions at the builder's position. The emitted code branches to `end` where the kernel returns.
void emit_region_flow(llvm::IRBuilderBase& builder, llvm::Function& chunk, const GroupShape& shape,
                      llvm::BasicBlock* end);

}  // namespace lanewise::compiler
