// Allocates the memory through which work-group builtins (src/builtins/work_group.cl) combine the values of a group's
// work-items. This memory is a `__local` variable of the kernel. The kernel gets fact::ordered_items.
//
//   %p = call ptr addrspace(3) @ocl.group_scratch()
// becomes
//   @group_scratch = internal addrspace(3) global [8 x i8] poison, align 8    ; in place of %p
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct PlaceGroupScratch : llvm::PassInfoMixin<PlaceGroupScratch> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
