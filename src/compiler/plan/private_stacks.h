// Detects lanes that keep stacks of their own in private arrays (searches in trees, backtracking, sorting by parts). A
// loop with divergent exits stores there at one index and loads at another, and these move differently from lane to
// lane. Such steps scatter and gather, and a gather waits for the scatter before it. If there are inner loops, lanes
// also wait for each other most of the time.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

/// Whether a kernel has so many such accesses, or inner loops beside them, that one lane is faster.
bool has_costly_stacks(llvm::Function& linearized, const ShapeInfo& shapes);

}  // namespace lanewise::compiler
