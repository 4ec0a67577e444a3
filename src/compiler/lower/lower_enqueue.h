// Lowers the operations on device queues: `ocl.enqueue` and `ocl.device_call` become calls of RuntimeFunctions::enqueue
// and RuntimeFunctions::device_call. An enqueue passes an abi::EnqueueRequest on the stack.
//
//   %s = call i32 @ocl.enqueue(i64 %queue, i32 %flags, ptr %ndrange, ...)
// becomes
//   store i64 %queue, ptr %request ...
//   %s = call i32 %enqueue(ptr %launch, ptr %worker, ptr %request)
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct LowerEnqueue : llvm::PassInfoMixin<LowerEnqueue> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
