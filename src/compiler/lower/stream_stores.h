// Makes stores of whole vectors non-temporal in launches that write more bytes than the caches hold. For a plain store,
// the processor reads the cache line before it writes the line. This read increases the memory traffic of a copy by
// half. The number of bytes that a launch writes is known only at run time (abi::streaming_stores), so each sequence of
// stores gets two forms: non-temporal and plain. The code also tests whether the addresses are aligned to cache lines.
//
//   store <16 x float> %v, ptr addrspace(1) %p, align 4
// becomes
//   %line = (%p & 63) == 0
//   %both = and i1 %line, call i1 @ocl.streaming()
//   br i1 %both, label %stream, label %plain
//   stream:  store <16 x float> %v, ptr addrspace(1) %p, align 64, !nontemporal
//   plain:   store <16 x float> %v, ptr addrspace(1) %p, align 4
//
// Applies to stores outside of loops, in kernels that have no barriers, no atomics, and no side effects except stores.
// The stores must write to memory of arguments that the kernel does not read, since memory that the kernel reads is
// already in the caches. Sets the fact `streamed_bytes` to the number of bytes that a work-item stores. Works on
// `k.full` and `k.rows`; lower/kernel_entry makes streamed stores visible to other threads.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct StreamStores : llvm::PassInfoMixin<StreamStores> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
