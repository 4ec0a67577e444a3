// Finds two kinds of loops that are faster with lanes although they have gathers and divergent exits. In loops of the
// first kind, each lane follows a chain of loads, and the chains of all lanes overlap in time. In loops of the second
// kind, lanes load from addresses near each other, on a target with fast gathers.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include "compiler/access/access_kind.h"
#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

/// Whether lanes load from addresses that are results of loads in earlier iterations, as in linked lists or when
/// following parents in a tree. A single work-item would wait for each of these loads before it starts the next load.
bool follows_what_it_read(const llvm::Loop& loop, const AccessKinds& kinds);

/// Whether the lanes begin at adjacent elements, and every lane advances by the same number of elements, at least two.
/// An example is 32 work-items that share the elements of one matrix row.
bool walks_together(const llvm::Loop& loop, const ShapeInfo& shapes);

}  // namespace lanewise::compiler
