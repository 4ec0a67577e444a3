// Limits how much inlining enlarges a kernel. If each of dozens of functions calls the next function twice, inlining
// all calls makes the size grow exponentially. If inlining would make the kernel too large, or many times as large as
// its source (budget.h), large functions with several callers are kept: they are not inlined. A large function with a
// single caller is also kept if this caller has already grown to a limit. A kept function is called
// (ir/calls/called_functions.h) unless work-items meet in it. A function in which work-items meet is moved into the
// kernel once, for all its calls (share_bodies.h).
//
// Thread-safety: free of state.
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Function.h>

#include <cstdint>

#include "lanewise/compiler.h"

namespace lanewise::compiler {

using KeptFunctions = llvm::SetVector<llvm::Function*>;

/// Returns the number of instructions of the kernel after every call of a defined function is inlined. Needs a module
/// without recursion.
std::uint64_t inlined_size(llvm::Function& kernel);

/// Returns the functions of the kernel's module that are kept; none if all can be inlined. `convergent` lists the
/// functions in which work-items meet. Needs a module without recursion.
KeptFunctions choose_kept_functions(llvm::Function& kernel, const KeptFunctions& convergent, KeptCalls calls);

}  // namespace lanewise::compiler
