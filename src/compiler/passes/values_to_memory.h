// Keeps every value that lives from one block to another in a private variable, and phis too, so that edges
// between blocks can be moved at will. Mem2Reg undoes it.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

void values_to_memory(llvm::Function& function);

}  // namespace lanewise::compiler
