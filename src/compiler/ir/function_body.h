// Helps to try a change on a function: keeps a copy, and restores it if the change did not pay.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// A copy of `function` in its module.
llvm::Function& copy_function(llvm::Function& function);

/// Replaces the body of `function` by that of its copy `other`, and deletes `other`.
void take_body(llvm::Function& function, llvm::Function& other);

}  // namespace lanewise::compiler
