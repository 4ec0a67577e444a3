// Lowers the calls of `ocl.address_space` whose results are known only at run time. An address in the work-group's
// local memory is local. An address in the work-item context, in the kernel's part of the thread's stack, or in a
// structure argument is private. All other addresses are global.
//
//   %s = call i32 @ocl.address_space(ptr addrspace(4) %p)
// becomes
//   %distance = sub i64 %p, %local_memory ; %is_local = icmp ult i64 %distance, %local_bytes ; ...
//   %s = select i1 %is_local, i32 3, i32 (select i1 %is_private, i32 0, i32 1)
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct LowerAddressSpace : llvm::PassInfoMixin<LowerAddressSpace> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
