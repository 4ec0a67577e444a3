// Passes the launch (abi::Launch) and the worker (abi::Worker) to those called functions (ir/calls/called_functions.h)
// that need them. A function needs the launch and the worker for printf, for enqueues, for the address spaces of
// generic pointers, or to pass both to another called function.
//
//   define i32 @f(i32 %x) { ... call i32 (ptr addrspace(2), ...) @ocl.printf(...) ... }
//   define void @k.group(..., ptr %launch, ptr %worker, ...) { call i32 @f(i32 7) ... }
// becomes
//   define i32 @f(i32 %x, ptr %launch, ptr %worker) { ... }
//   define void @k.group(..., ptr %launch, ptr %worker, ...) { call i32 @f(i32 7, ptr %launch, ptr %worker) ... }
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct LaunchArguments : llvm::PassInfoMixin<LaunchArguments> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
