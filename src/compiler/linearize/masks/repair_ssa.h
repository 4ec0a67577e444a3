// Inserts the phis that are missing after a rewrite of control flow. A definition may no longer dominate its uses,
// because a guard may jump over it if no lane needs it. On paths around the definition the value is poison, or `false`
// for a mask.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// `masks`: values of type i1 that are false where they are not computed.
void repair_ssa(llvm::Function& function, const llvm::SmallPtrSetImpl<llvm::Value*>& masks);

}  // namespace lanewise::compiler
