// Settles how many work-items a sub-group has: `ocl.sub_group_width` becomes fact::sub_group_size. A kernel that names
// its sub-groups has as many lanes (docs/design/sub_groups.md), so the number must be known before any other pass
// runs. The kernel gets fact::uses_sub_groups.
//
// Declares all other sub-group operations convergent, with an effect that nothing else sees, so that passes leave them
// in their place.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct SettleSubGroups : llvm::PassInfoMixin<SettleSubGroups> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
