// How many work-items a sub-group has. A kernel that names its sub-groups has as many lanes (docs/design.md,
// "Sub-groups"), which is told by fact::sub_group_size before any other pass looks: `ocl.sub_group_width` becomes that
// number. The kernel gets fact::uses_sub_groups.
//
// What is told of the other operations of sub-groups is what passes need to leave them in their place: they are
// convergent, and have an effect that nothing else sees.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct SettleSubGroups : llvm::PassInfoMixin<SettleSubGroups> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
