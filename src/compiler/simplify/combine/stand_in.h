// Makes functions that stand for values which InstCombine must not look through. The pass that makes such functions
// removes them again, so that no kernel's code has them.
//
// Thread-safety: none needed.
#pragma once

#include <llvm/IR/Module.h>

namespace lanewise::compiler {

/// Declares a function that returns its argument; passes only know that it has no effect.
llvm::Function* create_stand_in(llvm::Module& module, llvm::StringRef name, llvm::Type* type);

}  // namespace lanewise::compiler
