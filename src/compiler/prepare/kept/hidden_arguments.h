// Hands called functions (ir/called_functions.h) what they ask of the work-item, its group and the launch as arguments:
// ids and sizes, and addresses of local and program-scope variables. So all passes behind it find these in the kernel
// alone, and a call is one like any other. What the device does for them (printf) waits for lower/launch_arguments.h.
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
// Needs: the arguments of pure operations are constants, and called functions are only called.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct HiddenArguments : llvm::PassInfoMixin<HiddenArguments> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
