// Bounds the growth of a kernel by inlining: functions may call each other twice on each of dozens of levels. If the
// kernel would become too large, or consist of copies (budget.h), a function with several callers that is not small is
// kept: it is compiled once. So is a function with a single caller once this caller has grown enough. A kept function
// is called (ir/calls/called_functions.h) unless work-items meet in it; then it becomes a part of the kernel that its
// calls share (share_bodies.h).
//
// Thread-safety: free of state.
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Function.h>

#include <cstdint>

#include "lanewise/compiler.h"

namespace lanewise::compiler {

using KeptFunctions = llvm::SetVector<llvm::Function*>;

/// The number of instructions of the kernel once every call of a defined function is inlined. Needs: no recursion.
std::uint64_t inlined_size(llvm::Function& kernel);

/// The functions of the kernel's module that are not to be inlined; none when all can be. `convergent` are those in
/// which work-items meet. Needs: no recursion.
KeptFunctions choose_kept_functions(llvm::Function& kernel, const KeptFunctions& convergent, KeptCalls calls);

}  // namespace lanewise::compiler
