// Gives the builtins that work for a whole work-group (src/builtins/work_group.cl) the few bytes that its
// work-items share: a `__local` variable of the kernel, which gets fact::ordered_items.
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
