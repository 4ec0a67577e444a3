// Finds loops in which lanes start at scattered addresses but all take the same steps through memory. The next address
// does not depend on loaded data, so a single work-item can load ahead while it waits.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

/// Returns the only value that `phi` may have, besides poison: the value for blocks that are skipped with no lane
/// active is poison. Returns `phi` itself if there are several values, null if there is none.
const llvm::Value* only_value(const llvm::PHINode& phi);

/// Whether `value` is a phi of the loop's header that grows by the same step in all lanes, or a sum with such a phi.
/// Lanes may begin anywhere, and wrap around at the end of a ring.
bool moves_alike(const llvm::Value& value, const llvm::Loop& loop, const ShapeInfo& shapes);

/// Whether each lane reads on, by the same steps as all lanes, until it finds something. Examples are the end of a
/// number, and its key in a hash table. All lanes then wait for the lane that reads longest.
bool searches_apart(const llvm::Loop& loop, const ShapeInfo& shapes);

}  // namespace lanewise::compiler
