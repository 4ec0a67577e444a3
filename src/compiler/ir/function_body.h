// Trying a change on a function: keep a copy, and take it back when the change did not pay.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// A copy of `function` in its module.
llvm::Function& copy_function(llvm::Function& function);

/// `function` becomes what `other`, a copy of it, is, which is gone then.
void take_body(llvm::Function& function, llvm::Function& other);

}  // namespace lanewise::compiler
