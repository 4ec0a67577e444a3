// Outlines a part of a finished kernel into separate functions: the code for diverged work-items (part_items.h). The
// separate functions are compiled quickly, with little optimization, because hardly any launch runs these functions,
// and because the functions are as large as the rest of the kernel.
//
//   region: call void @ocl.parted()          call void @k.entry.parted(...)
//           A                        becomes br label %end
//           br label %end
//
// Needs: each part of the code for diverged work-items starts with a call of `ocl.parted`, which dominates the part
// (split_barriers).
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct OutlineParted : llvm::PassInfoMixin<OutlineParted> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
