// Declares stand-in functions, whose calls hide a value from InstCombine. The pass that declares a stand-in later
// removes all calls of the stand-in, so the code of kernels contains none.
//
// Thread-safety: none needed.
#pragma once

#include <llvm/IR/Module.h>

namespace lanewise::compiler {

/// Declares a function without a body; each call of the function replaces the value that is the call's argument. Passes
/// know only that the function has no side effect.
llvm::Function* create_stand_in(llvm::Module& module, llvm::StringRef name, llvm::Type* type);

}  // namespace lanewise::compiler
