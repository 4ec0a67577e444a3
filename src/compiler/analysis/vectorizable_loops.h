// Recognizes loops of one work-item of which several iterations may run at once (simplify/loops/vectorize_loops.h).
//
// Thread-safety: pure functions, apart from the cache in `evolution`.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Instructions.h>

namespace lanewise::compiler {

/// Whether the call is to a late builtin that may have an overload for vectors.
bool calls_late_builtin(const llvm::CallInst& call);

/// Whether the instructions of a loop let it be vectorized, without an analysis of its trip count.
bool looks_vectorizable(const llvm::Loop& loop);

/// Whether `loop` also has a trip count that is known before it begins, and not too small.
bool is_vectorizable(const llvm::Loop& loop, llvm::ScalarEvolution& evolution);

/// Whether LLVM's vectorizer would assume too much: the loop has induction variables of several narrow widths.
bool counts_in_several_types(const llvm::Loop& loop, llvm::ScalarEvolution& evolution);

}  // namespace lanewise::compiler
