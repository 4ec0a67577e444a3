// Loops of one work-item of which several iterations may run at once (simplify/vectorize_loops.h).
//
// Thread-safety: pure functions, but for what `evolution` keeps.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Instructions.h>

namespace lanewise::compiler {

/// Whether it is a call for which there may be one of the same builtin for vectors.
bool calls_late_builtin(const llvm::CallInst& call);

/// What a look at the instructions of a loop tells.
bool looks_vectorizable(const llvm::Loop& loop);

/// The same, and how often it runs is known before it begins, and not to be too seldom.
bool is_vectorizable(const llvm::Loop& loop, llvm::ScalarEvolution& evolution);

/// Whether LLVM's vectorizer would take too much for granted.
bool counts_in_several_types(const llvm::Loop& loop, llvm::ScalarEvolution& evolution);

}  // namespace lanewise::compiler
