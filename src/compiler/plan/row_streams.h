// Detects kernels whose rows of work-items (along dimension 0) stream through memory. The kernel has no loops, and each
// access of a work-item is at most a cache line away from the same access of its neighbour. Work-groups of such kernels
// may be of any width (device/kernel/regroup.h). Wide rows are faster: each row starts a loop over its chunks and new
// streams through memory, so fewer rows mean fewer starts. Kernels that walk down columns or access data again are
// faster with the work-groups that the program chose. Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// Whether the rows of a linearized kernel with `lanes` stream through memory.
bool has_row_streams(llvm::Function& linearized, unsigned lanes);

}  // namespace lanewise::compiler
