// Copies functions and restores them, for passes that change a function and undo the change if the change makes the
// code no better.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// Makes a copy of `function` in its module.
llvm::Function& copy_function(llvm::Function& function);

/// Replaces the body of `function` by the body of its copy `other`, and deletes `other`.
void take_body(llvm::Function& function, llvm::Function& other);

}  // namespace lanewise::compiler
