// Adapts atomic operations to the CPU. Atomics on local memory become plain loads and stores, since a work-group runs
// on one thread. On other memory, OpenCL's sync scopes become LLVM's system scope, which is as cheap as narrower scopes
// on x86. The scope of a single work-item becomes LLVM's single-thread scope.
//
//   atomicrmw add ptr addrspace(3) %p, i32 1 syncscope("workgroup") monotonic
// becomes
//   %old = load i32, ptr addrspace(3) %p ; %new = add i32 %old, 1 ; store i32 %new, ptr addrspace(3) %p
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct LowerAtomics : llvm::PassInfoMixin<LowerAtomics> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
