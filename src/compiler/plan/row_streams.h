// Whether the rows of work-items of a kernel (neighbours along dimension 0) walk through memory: each work-item goes
// straight through, without loops, and what it loads or stores lies next to what its neighbour does, within a cache
// line. Work-groups of such kernels may be as wide as one likes (device/kernel/regroup.h): a wide row starts its loops
// and its streams once. A kernel that goes down columns, or comes back to data, wants the tiles that its program chose.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// For a linearized kernel that is to have `lanes`.
bool has_row_streams(llvm::Function& linearized, unsigned lanes);

}  // namespace lanewise::compiler
