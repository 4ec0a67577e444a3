// Makes functions that stand for values which InstCombine is not to look through. They are no part of a kernel's code:
// the pass that makes them takes them away again.
//
// Thread-safety: none needed.
#pragma once

#include <llvm/IR/Module.h>

namespace lanewise::compiler {

/// Takes a value and yields it, as far as passes know without any effect.
llvm::Function* create_stand_in(llvm::Module& module, llvm::StringRef name, llvm::Type* type);

}  // namespace lanewise::compiler
