// Takes what work-items do once they parted (part_items.h) out of a finished kernel into functions of their own, which
// are compiled quickly rather than well: hardly any launch runs it, and it is as large as the rest.
//
//   region: call void @ocl.parted()          call void @k.entry.parted(...)
//           A                        becomes br label %end
//           br label %end
//
// Needs: one call of `ocl.parted` at the start of each such part, which dominates all of it (split_barriers).
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct OutlineParted : llvm::PassInfoMixin<OutlineParted> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
