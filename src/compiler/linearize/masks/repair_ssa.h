// Inserts the phis that are missing after control flow was rewritten. A definition no longer dominates its uses if a
// guard branches around the definition when no lane needs the value. On paths around the definition the value is
// poison, or `false` if the value is a mask.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// `masks`: values of type i1 that are false on paths around their definitions.
void repair_ssa(llvm::Function& function, const llvm::SmallPtrSetImpl<llvm::Value*>& masks);

}  // namespace lanewise::compiler
