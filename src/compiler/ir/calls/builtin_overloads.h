// Declares the vector overloads of builtins for calls of the scalar builtin. Thread-safety: as the module's.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Instructions.h>

namespace lanewise::compiler {

/// Declares `overload` (ir/calls/builtin_names.h), whose parameters are vectors of `width` elements of the types of
/// `call`'s arguments.
llvm::Function& declare_overload(llvm::CallInst& call, llvm::StringRef overload, unsigned width);

}  // namespace lanewise::compiler
