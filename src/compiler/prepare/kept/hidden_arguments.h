// Adds arguments to called functions for ids, sizes, and addresses of local and program-scope variables
// (ir/calls/called_functions.h). Later passes then find the operations that return ids and sizes, and these variables,
// only in the kernel. These passes need not treat called functions specially. For operations that the device performs
// (printf), lower/launch_arguments.h passes the pointers that these operations need.
//
//   define i64 @f(i64 %x) { %i = call i64 @ocl.global_id(i32 0) ... store i32 %y, ptr addrspace(3) @k.v ... }
//   define spir_kernel void @k() { %a = call i64 @f(i64 7) ... }
// becomes
//   define i64 @f(i64 %x, i64 %global_id.0, ptr addrspace(3) %k.v) { ... store i32 %y, ptr addrspace(3) %k.v ... }
//   define spir_kernel void @k() {
//     %i = call i64 @ocl.global_id(i32 0)
//     %a = call i64 @f(i64 7, i64 %i, ptr addrspace(3) @k.v) ...
//   }
//
// Precondition: arguments of pure operations are constants, and no address of a called function is taken.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct HiddenArguments : llvm::PassInfoMixin<HiddenArguments> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
