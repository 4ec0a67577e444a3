// Recognizes loop-invariant values by their operations.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

namespace lanewise::compiler {

/// Whether `value` is computed before `loop` or could be computed there. The latter takes operations that are safe to
/// execute speculatively, without memory accesses, on values that are fixed themselves. Looks budget::guessed_depth
/// operations back.
bool is_fixed(const llvm::Value& value, const llvm::Loop& loop);

}  // namespace lanewise::compiler
