// Declarations of the builtin library's overloads for vectors, as calls of the scalar function need them.
// Thread-safety: as the module's.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Instructions.h>

namespace lanewise::compiler {

/// The function `overload` of vectors of `width` elements (ir/builtin_names.h) for what `call` has of scalars or
/// vectors.
llvm::Function& declare_overload(llvm::CallInst& call, llvm::StringRef overload, unsigned width);

}  // namespace lanewise::compiler
