// Creates the entry function of a kernel, which calls the group function and has the ABI of lanewise/kernel_abi.h. The
// entry loads the arguments from the argument block once, then runs the work-groups in a loop. Before each work-group,
// the loop records the number of remaining work-groups.
//
//   define internal void @k.group(float %x, ptr %launch, ptr %worker, i64 ..., i64 ..., i64 ...)
// gets
//   define void @k.entry(ptr %launch, ptr %worker, ptr %arguments, i64 %group_count)
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct KernelEntry : llvm::PassInfoMixin<KernelEntry> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
