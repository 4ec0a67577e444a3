// Declares vector overloads of builtins, for passes that replace calls of scalar builtins by calls of these overloads.
// Thread-safety: a module belongs to one thread.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Instructions.h>

namespace lanewise::compiler {

/// Declares the function `overload` (ir/calls/builtin_names.h). Each parameter is a vector of `width` elements, with
/// the type of the corresponding argument of `call`.
llvm::Function& declare_overload(llvm::CallInst& call, llvm::StringRef overload, unsigned width);

}  // namespace lanewise::compiler
