// Recognizes loop-invariant values, even if they are computed in the loop.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

namespace lanewise::compiler {

/// True if `value` is computed before `loop`, or if its computation could be moved to a place before `loop`. A
/// computation can be moved if its operations access no memory, are safe to execute speculatively, and have fixed
/// operands. Examines at most budget::guessed_depth nested operations.
bool is_fixed(const llvm::Value& value, const llvm::Loop& loop);

}  // namespace lanewise::compiler
