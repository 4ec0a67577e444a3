// Prepares a chunk function with barriers for its division into regions. Afterwards, values and private arrays that
// live across barriers are stored in Worker::context. Ids, sizes, and cheap expressions of ids, sizes and arguments are
// not stored but recomputed after the barrier.
//
// Private arrays (allocas) move to the context if the function has barriers. They also move if their total size exceeds
// `limit::stack_bytes`, so that no kernel can overflow a thread's stack.
//
//   %v = load float, ptr addrspace(1) %p
//   call void @ocl.barrier(i32 1)
//   store float %v, ptr addrspace(1) %q
// becomes
//   %v = load float, ptr addrspace(1) %p
//   %slot = call ptr @ocl.chunk_context(i64 0)
//   store float %v, ptr %slot
//   call void @ocl.barrier(i32 1)
//   br label %after_barrier
// after_barrier:
//   %slot1 = call ptr @ocl.chunk_context(i64 0)
//   %v.reload = load float, ptr %slot1
//   store float %v.reload, ptr addrspace(1) %q
#pragma once

#include <llvm/IR/PassManager.h>

#include <cstdint>

namespace lanewise::compiler {

struct SpillLiveValues : llvm::PassInfoMixin<SpillLiveValues> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
