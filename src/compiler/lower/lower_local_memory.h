// Places a kernel's `__local` variables in Worker::local_memory: each variable of address space 3 gets a fixed offset.
// The module must no longer contain variables of other kernels. The total size becomes the fact "lanewise-local_bytes"
// of the group function.
//
//   @k.tmp = internal addrspace(3) global [16 x i32] undef
//   load i32, ptr addrspace(3) @k.tmp
// becomes
//   %local_memory = load ptr, ptr %worker
//   %k.tmp = addrspacecast ptr (getelementptr inbounds i8, ptr %local_memory, i64 0) to ptr addrspace(3)
//   load i32, ptr addrspace(3) %k.tmp
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct LowerLocalMemory : llvm::PassInfoMixin<LowerLocalMemory> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
