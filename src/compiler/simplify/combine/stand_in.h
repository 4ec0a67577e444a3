// Declares stand-in functions, whose calls hide a value from InstCombine. The pass that declares a stand-in removes it
// again, so no kernel's code has one.
//
// Thread-safety: none needed.
#pragma once

#include <llvm/IR/Module.h>

namespace lanewise::compiler {

/// Declares a function that stands for its argument. Passes know only that it has no side effect.
llvm::Function* create_stand_in(llvm::Module& module, llvm::StringRef name, llvm::Type* type);

}  // namespace lanewise::compiler
