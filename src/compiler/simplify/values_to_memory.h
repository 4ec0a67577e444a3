// Keeps every value that lives from one block to another in a private variable, and phis too, so that edges
// between blocks can be moved at will. Mem2Reg undoes it.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace lanewise::compiler {

/// Returns the variables.
llvm::SmallVector<llvm::AllocaInst*, 64> values_to_memory(llvm::Function& function);

/// How many values do live from one block to another.
std::size_t count_values_that_leave(const llvm::Function& function);

}  // namespace lanewise::compiler
