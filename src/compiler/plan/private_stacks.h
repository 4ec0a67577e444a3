// Detects lanes that keep stacks in private arrays (tree searches, backtracking, quicksort). Finds stacks by loops with
// divergent exits: such a loop stores to a private array at one index and loads from the array at another index. Both
// indices change differently in each lane. With lanes, the loop scatters to the array and gathers from it, and each
// gather waits for the preceding scatter. If the loop has inner loops, lanes also wait for each other most of the time.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/access/access_kind.h"
#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

/// Whether scalar code is faster, because a loop of the kernel accesses a private stack. The result is true only if
/// these accesses are frequent or the loop contains an inner loop.
bool has_costly_stacks(llvm::Function& linearized, const ShapeInfo& shapes, const AccessKinds& kinds);

}  // namespace lanewise::compiler
