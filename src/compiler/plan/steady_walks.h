// Lanes that go through memory each from a place of its own, but all by the same steps: which line is next does not
// hang on what was read, so that one lane alone reads ahead of what it waits for.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include "compiler/analysis/shape.h"

namespace lanewise::compiler {

/// What comes to `phi` where anything does: values of blocks that are skipped with no lane on are poison there. `phi`
/// itself where several do, null where nothing does.
const llvm::Value* only_value(const llvm::PHINode& phi);

/// Whether `value` is a phi of the loop's header that all lanes step alike, wherever each began, perhaps around a ring,
/// or a sum with one.
bool moves_alike(const llvm::Value& value, const llvm::Loop& loop, const ShapeInfo& shapes);

/// Whether each lane reads on in such a walk until it finds something there: the end of a number, its key in a hash
/// table. The others wait for the one that reads the longest.
bool searches_apart(const llvm::Loop& loop, const ShapeInfo& shapes);

}  // namespace lanewise::compiler
