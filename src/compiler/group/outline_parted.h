// Outlines the code of diverged work-items (part_items.h) of a finished kernel into functions of their own. They are
// compiled quickly rather than well: hardly any launch runs them, and they are as large as the rest.
//
//   region: call void @ocl.parted()          call void @k.entry.parted(...)
//           A                        becomes br label %end
//           br label %end
//
// Needs: one call of `ocl.parted` at the start of each such part, which dominates the whole part (split_barriers).
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct OutlineParted : llvm::PassInfoMixin<OutlineParted> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
