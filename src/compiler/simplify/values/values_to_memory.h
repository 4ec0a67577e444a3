// Keeps every value that lives across blocks in a private variable, phis too, so that edges between blocks can be moved
// freely. Mem2Reg undoes this.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace lanewise::compiler {

/// Returns the variables that it makes.
llvm::SmallVector<llvm::AllocaInst*, 64> values_to_memory(llvm::Function& function);

/// Counts the values that live across blocks.
std::size_t count_values_that_leave(const llvm::Function& function);

}  // namespace lanewise::compiler
