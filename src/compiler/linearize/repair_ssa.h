// After a rewrite of control flow a value's definition may no longer dominate its uses, because the
// definition can now be jumped over when no lane needs it. This inserts the phis that are missing: on
// the ways that pass the definition the value is poison, or `false` for a mask.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// `masks`: values of type i1 that are false where they are not computed.
void repair_ssa(llvm::Function& function, const llvm::SmallPtrSetImpl<llvm::Value*>& masks);

}  // namespace lanewise::compiler
