// Replaces the operations of sub-groups in a kernel of one lane, whose sub-groups have one work-item each:
//
//   %s = call i32 @ocl.sub_group_reduce.add.i32(i32 %x)          %x
//   %e = call i32 @ocl.sub_group_scan_before.add.i32(i32 %x)     0
//   %b = call i64 @ocl.sub_group_ballot(i1 %c)                   zext i1 %c to i64
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct SingleSubGroups : llvm::PassInfoMixin<SingleSubGroups> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
