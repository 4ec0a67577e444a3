// Detects lanes that keep stacks in private arrays (tree searches, backtracking, quicksort). A loop with divergent
// exits stores to a private array at one index and loads from it at another index, and both indices change differently
// in each lane. Lanes scatter to this array and gather from it, and each gather waits for the preceding scatter. If the
// loop has inner loops, lanes also wait for each other most of the time.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

/// Whether scalar code is faster, because a loop of the kernel accesses a private stack. These accesses must be
/// frequent, or the loop must contain an inner loop.
bool has_costly_stacks(llvm::Function& linearized, const ShapeInfo& shapes);

}  // namespace lanewise::compiler
