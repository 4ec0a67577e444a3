// Simplifies one function of a module whose call cycles are being folded, so that constants and dead branches show.
//
// Thread-safety: as the module.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>
#include <llvm/IR/ValueHandle.h>

#include <cstdint>

#include "compiler/ir/call_cycles.h"

namespace lanewise::compiler {

/// Removes what the front end says of every function: that it does not recur, and is not to be inlined or optimized.
void allow_folding(llvm::Function& function);

/// Promotes variables, folds constants and removes branches that are not taken.
void simplify_caller(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

/// Inlines the calls of defined functions that are small even when all they call is inlined, and are not in `kept`.
/// Tells whether there were any.
bool inline_small_callees(llvm::Function& function, const FunctionSet& kept, llvm::FunctionAnalysisManager& analyses);

/// Inlines one call. False where LLVM cannot. What stands behind a call that does not return is gone.
bool inline_call(llvm::CallInst& call, llvm::FunctionAnalysisManager& analyses);

/// Inlines those of `calls` that are still there. Tells whether there were any.
bool inline_calls(llvm::ArrayRef<llvm::WeakVH> calls, llvm::FunctionAnalysisManager& analyses);

/// Instructions of `function` alone.
std::uint64_t instructions_of(const llvm::Function& function);

}  // namespace lanewise::compiler
