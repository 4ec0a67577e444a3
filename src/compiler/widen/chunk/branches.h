// Makes conditional code in a chunk function. The condition is known only at run time.
//
//   either(c, A, B)   br i1 %c, label %1, label %2        if_any_on(A): A if some lane is known to be on, else
//                     1: A; br label %3                                 either(<some lane is on>, A, zeros)
//                     2: B; br label %3
//                     3: %r = phi [A's, %1], [B's, %2]
//
// Thread-safety: free of state.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include "compiler/widen/chunk/chunk.h"

namespace lanewise::compiler {

using Emit = llvm::function_ref<Parts()>;

enum class Odds : std::uint8_t { even, likely };  // probability that the condition is true

/// Makes code that runs `then` if `condition` is true, and `otherwise` if not. `then` and `otherwise` must return
/// values (parts, or one scalar) of the same types.
Parts either(Chunk& chunk, llvm::Value* condition, Emit then, Emit otherwise, Odds odds = Odds::even);

/// Makes code that runs `then` if any lane is active; otherwise the result is zeros of `types`.
Parts if_any_on(Chunk& chunk, llvm::ArrayRef<llvm::Type*> types, Emit then);

}  // namespace lanewise::compiler
