// Detects kernels whose rows of work-items (neighbours along dimension 0) stream through memory. Each work-item runs
// straight through, without loops, and its loads and stores are adjacent to its neighbour's, within a cache line.
// Work-groups of such kernels may be of any width (device/kernel/regroup.h): a wide row starts its loops and its
// streams once. A kernel that goes down columns, or comes back to data, needs the tiles that its program chose.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// Whether a linearized kernel that is to have `lanes` streams by rows.
bool has_row_streams(llvm::Function& linearized, unsigned lanes);

}  // namespace lanewise::compiler
