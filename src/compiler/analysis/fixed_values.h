// Values that are the same in all iterations of a loop, as far as their operations tell.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

namespace lanewise::compiler {

/// Whether `value` is computed in front of `loop`, or may be: from such values, without memory, by what may run where
/// the loop does not. Looks budget::guessed_depth operations back.
bool is_fixed(const llvm::Value& value, const llvm::Loop& loop);

}  // namespace lanewise::compiler
