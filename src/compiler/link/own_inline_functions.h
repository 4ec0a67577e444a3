// Separates functions declared `inline` in several objects of one program (frontend/inline_functions.h): each object
// calls its own.
//
// Thread-safety: free of state.
#pragma once

#include <llvm/IR/Module.h>

namespace lanewise::compiler {

/// To be called before `object` is linked to `program`. If both define an inline function, each calls its own; the same
/// if only one of the definitions is inline.
void keep_inline_functions_apart(llvm::Module& program, llvm::Module& object);

}  // namespace lanewise::compiler
