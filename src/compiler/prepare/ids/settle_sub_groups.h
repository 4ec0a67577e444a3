// Replaces `ocl.sub_group_width` by the number of work-items in a sub-group, fact::sub_group_size. A kernel that uses
// sub-group operations has that number of lanes (docs/design/sub_groups.md), so the number must be known before any
// other pass runs. Such a kernel gets fact::uses_sub_groups.
//
// Declares all other sub-group operations convergent and accessing only inaccessible memory, so that passes do not move
// them.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct SettleSubGroups : llvm::PassInfoMixin<SettleSubGroups> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
