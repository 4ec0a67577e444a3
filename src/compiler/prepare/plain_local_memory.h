// `volatile` says nothing of local memory: a work-group runs on one thread, and between two meetings its work-items run
// one after another, so nobody else sees or changes a local variable meanwhile. Kernels that put it there (reductions
// of the time when warps needed it) would have every access made on its own. Atomic accesses stay as they are.
//
//   %v = load volatile i32, ptr addrspace(3) %p     ->     %v = load i32, ptr addrspace(3) %p
//
// Needs infer_address_spaces, which tells what is local.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct PlainLocalMemory : llvm::PassInfoMixin<PlainLocalMemory> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
