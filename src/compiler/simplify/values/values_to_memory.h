// Moves every value that lives across blocks, and every phi, to a private variable, so that edges between blocks can be
// redirected freely. Mem2Reg reverses this.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace lanewise::compiler {

/// Moves the values of `function` to new variables and returns these variables.
llvm::SmallVector<llvm::AllocaInst*, 64> values_to_memory(llvm::Function& function);

/// Counts the values that live across blocks.
std::size_t count_values_that_leave(const llvm::Function& function);

}  // namespace lanewise::compiler
