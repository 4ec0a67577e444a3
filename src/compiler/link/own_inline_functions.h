// Functions declared `inline` in several objects of one program (frontend/inline_functions.h says what they are): each
// object calls its own.
//
// Thread-safety: free of state.
#pragma once

#include <llvm/IR/Module.h>

namespace lanewise::compiler {

/// Before `object` is linked to `program`: where both define an inline function, each calls its own; and so where one
/// of them is not inline.
void keep_inline_functions_apart(llvm::Module& program, llvm::Module& object);

}  // namespace lanewise::compiler
