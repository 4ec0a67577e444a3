// Inserts the phis that are missing after a rewrite of control flow. A definition no longer dominates its uses if a
// guard jumps over it because no lane needs it. On paths around the definition the value is poison, or `false` if it is
// a mask.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// `masks`: values of type i1 that count as false on paths around their definitions.
void repair_ssa(llvm::Function& function, const llvm::SmallPtrSetImpl<llvm::Value*>& masks);

}  // namespace lanewise::compiler
