// Finds loops in which lanes start at scattered addresses but advance by the same steps. The next address does not
// depend on loaded data, so a core that runs a single work-item can start the next loads before earlier loads end.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include "compiler/access/access_kind.h"
#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

/// Returns the only incoming value of `phi` that is neither undef nor poison; `phi` itself if there are several such
/// values, null if none. The incoming value is poison for blocks that are skipped if no lane is active.
const llvm::Value* only_value(const llvm::PHINode& phi);

/// Whether `value` is a phi of the loop's header that grows by the same step in all lanes, or a sum that contains this
/// phi. Lanes may start with any values, and may wrap around at the end of a ring buffer.
bool moves_alike(const llvm::Value& value, const llvm::Loop& loop, const ShapeInfo& shapes);

/// Whether all lanes advance by the same steps until each lane has found its target, such as a key or the end of a
/// number. Lanes that have found their targets wait for the lane that searches longest.
bool searches_apart(const llvm::Loop& loop, const ShapeInfo& shapes, const AccessKinds& kinds);

}  // namespace lanewise::compiler
