// Finds walks of lanes that each start at a place of its own in memory, but all take the same steps. The next line does
// not depend on loaded data, so that a single lane reads ahead while it waits.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

/// Returns the only value that `phi` may have: values of blocks that are skipped with no lane on are poison. Returns
/// `phi` itself if there are several, null if there is none.
const llvm::Value* only_value(const llvm::PHINode& phi);

/// Whether `value` is, or is a sum with, a phi of the loop's header that all lanes step alike. They may begin anywhere
/// and go around a ring.
bool moves_alike(const llvm::Value& value, const llvm::Loop& loop, const ShapeInfo& shapes);

/// Whether each lane reads on in such a walk until it finds something: the end of a number, its key in a hash table.
/// All wait for the lane that reads longest.
bool searches_apart(const llvm::Loop& loop, const ShapeInfo& shapes);

}  // namespace lanewise::compiler
