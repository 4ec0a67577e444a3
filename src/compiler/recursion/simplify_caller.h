// Simplifies one function of a module whose call cycles are being folded, to reveal constants and dead branches.
//
// Thread-safety: a module belongs to one thread.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>
#include <llvm/IR/ValueHandle.h>

#include <cstdint>

#include "compiler/ir/calls/call_cycles.h"

namespace lanewise::compiler {

/// Removes attributes that the front end puts on every function: norecurse, noinline and optnone.
void allow_folding(llvm::Function& function);

/// Promotes variables to registers, folds constants and removes branches that are never taken.
void simplify_caller(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

/// Inlines calls of defined functions that are not in `kept` and that stay small after all calls in their bodies are
/// inlined. Returns true if it inlined any call.
bool inline_small_callees(llvm::Function& function, const FunctionSet& kept, llvm::FunctionAnalysisManager& analyses);

/// Inlines one call; returns false if LLVM cannot inline it. Deletes the code after a call that does not return.
bool inline_call(llvm::CallInst& call, llvm::FunctionAnalysisManager& analyses);

/// Inlines those of `calls` that still exist. Returns true if it inlined any call.
bool inline_calls(llvm::ArrayRef<llvm::WeakVH> calls, llvm::FunctionAnalysisManager& analyses);

/// Returns the number of instructions of `function`, without its callees.
std::uint64_t instructions_of(const llvm::Function& function);

}  // namespace lanewise::compiler
