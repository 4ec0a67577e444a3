// Replaces `ocl.sub_group_width` by the number of work-items in a sub-group, fact::sub_group_size. A kernel that uses
// sub-group operations has that number of lanes (docs/design/sub_groups.md), so the number must be known before any
// other pass runs. The pass sets fact::uses_sub_groups on this kernel.
//
// Adds the attribute `memory(inaccessiblemem: readwrite)` to all other convergent sub-group operations except barriers.
// Because of this side effect, passes do not move these operations. No other instruction observes the side effect.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct SettleSubGroups : llvm::PassInfoMixin<SettleSubGroups> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
