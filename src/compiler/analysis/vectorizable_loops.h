// Recognizes loops within a work-item that can run several iterations as one vector iteration
// (simplify/loops/vectorize_loops.h).
//
// Thread-safety: pure functions, apart from the cache in `evolution`.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Instructions.h>

namespace lanewise::compiler {

/// True if the call is to a late builtin that returns a result. Such a builtin may have an overload for vectors.
bool calls_late_builtin(const llvm::CallInst& call);

/// True if the loop's instructions allow vectorization; ignores the trip count.
bool looks_vectorizable(const llvm::Loop& loop);

/// True if looks_vectorizable() holds, and the trip count is loop-invariant and not too small.
bool is_vectorizable(const llvm::Loop& loop, llvm::ScalarEvolution& evolution);

/// True if the loop has induction variables of several narrow widths, which LLVM's vectorizer handles incorrectly.
bool counts_in_several_types(const llvm::Loop& loop, llvm::ScalarEvolution& evolution);

}  // namespace lanewise::compiler
