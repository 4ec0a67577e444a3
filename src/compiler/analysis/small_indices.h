// Indices that reach no further than an object does (prepare/bound_objects.h).
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Instructions.h>

namespace lanewise::compiler {

/// The index of an address within a variable, or the object that an argument points into, if it is the only one that
/// varies and was extended from fewer bits; else null. In work-items that use the address it is smaller than the
/// object.
llvm::Use* small_index(llvm::GetElementPtrInst& address);

}  // namespace lanewise::compiler
