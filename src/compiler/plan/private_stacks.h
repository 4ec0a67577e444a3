// Detects lanes that keep stacks in private arrays (tree searches, backtracking, quicksort). A loop with divergent
// exits stores to such an array at one index and loads at another, and both indices change differently in each lane.
// Such accesses scatter and gather, and each gather waits for the scatter before it. If there are inner loops, lanes
// also wait for each other most of the time.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

/// Whether a kernel has so many accesses to private stacks, or inner loops beside them, that scalar code is faster.
bool has_costly_stacks(llvm::Function& linearized, const ShapeInfo& shapes);

}  // namespace lanewise::compiler
