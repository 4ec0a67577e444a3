// Detects kernels whose rows of work-items (along dimension 0) stream through memory. Each work-item runs without
// loops, and its accesses are adjacent to those of its neighbour, within a cache line. Work-groups of such kernels may
// be of any width (device/kernel/regroup.h). A wide row is faster, since it starts its loops and its streams only once.
// A kernel that goes down columns, or accesses data again, needs the tiles that its program chose.
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// Whether the rows of a linearized kernel with `lanes` stream through memory.
bool has_row_streams(llvm::Function& linearized, unsigned lanes);

}  // namespace lanewise::compiler
