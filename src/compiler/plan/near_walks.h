// Finds loops of gathers with divergent exits that are still faster with lanes if gathers are fast. In such a loop all
// lanes wait for their chains of loads at the same time, or they load from addresses near each other.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

/// Whether lanes load from addresses that earlier iterations loaded, as in lists, or parents of a tree. A single
/// work-item would wait for each such load in turn.
bool follows_what_it_read(const llvm::Loop& loop, const ShapeInfo& shapes);

/// Whether all lanes begin at adjacent addresses and take the same step of more than one element. An example is 32
/// work-items that go through a row of a matrix together.
bool walks_together(const llvm::Loop& loop, const ShapeInfo& shapes);

}  // namespace lanewise::compiler
