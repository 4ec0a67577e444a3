// Removes work-group operations from kernels whose work-groups have one work-item (`reqd_work_group_size(1, 1, 1)`).
// Local memory becomes private, barriers disappear, and group ids are computed from global ids. No operation then
// depends on how work-items are grouped (prepare/ids/grouping.h), so lanes may belong to different work-groups.
//
//   @k.table = internal addrspace(3) global [256 x i32] undef
//   %g = call i64 @ocl.group_id(i32 0)             %table = alloca [256 x i32]
//   call void @ocl.barrier(i32 1)            =>    %id = call i64 @ocl.global_id(i32 0)
//   store i32 1, ptr addrspace(3) @k.table         %o = call i64 @ocl.global_offset(i32 0)
//                                                  %g = sub i64 %id, %o
//                                                  store i32 1, ptr %table
//
// A local variable stays local if anything except loads and stores uses its address, for example an atomic or a
// conversion to a generic pointer. The host can query fact::local_bytes; this number still includes the variables that
// became private.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct SingleItemGroups : llvm::PassInfoMixin<SingleItemGroups> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
};

}  // namespace lanewise::compiler
