// Infers the address space of each generic pointer whose space does not depend on run-time values. Accesses through the
// pointer become accesses of that space, so that private arrays can become values, local atomics plain operations, and
// `ocl.address_space` a constant.
//
// Needs: inlined functions.
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
