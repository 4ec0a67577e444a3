// Infers the address space of each generic pointer whose space does not depend on run-time values. Accesses through the
// pointer become accesses to that address space. Private arrays can then become values, local atomics can become plain
// operations, and `ocl.address_space` becomes a constant.
//
// Runs after functions are inlined.
//
//   %g = addrspacecast ptr addrspace(3) %l to ptr addrspace(4)
//   %v = load i32, ptr addrspace(4) %g
//   %s = call i32 @ocl.address_space(ptr addrspace(4) %g)
// becomes
//   %v = load i32, ptr addrspace(3) %l
//   %s = 3
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct InferAddressSpaces : llvm::PassInfoMixin<InferAddressSpaces> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
