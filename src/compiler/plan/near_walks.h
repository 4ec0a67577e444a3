// Finds loops of gathers with divergent exits that are faster with lanes all the same, on processors whose gathers are
// fast. All lanes wait for their chains of loads at the same time, or they load from places near each other.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

/// Whether lanes load from addresses that earlier iterations loaded: lists, the parents of a tree. A single lane waits
/// for each such load in turn.
bool follows_what_it_read(const llvm::Loop& loop, const ShapeInfo& shapes);

/// Whether lanes that begin at adjacent places take the same step, of more than one element. Example: 32 work-items
/// that go through a row of a matrix together.
bool walks_together(const llvm::Loop& loop, const ShapeInfo& shapes);

}  // namespace lanewise::compiler
