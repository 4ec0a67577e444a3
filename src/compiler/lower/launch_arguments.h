// Passes the launch and the worker as arguments to called functions (ir/calls/called_functions.h) that need the two. A
// function needs them for printf, for enqueues, for the address spaces of generic pointers, or for calls of functions
// that need them.
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
