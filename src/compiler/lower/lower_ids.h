// Lowers ids and sizes in the group function to parameters and loads from abi::Launch. Lowers `ocl.group_context` to
// addresses in Worker::context.
//
// If a kernel has reqd_work_group_size, its local sizes become constants. If all work-groups have the same size
// (attribute "uniform-work-group-size"), local_size is replaced by enqueued_local_size. If sizes may differ, local_size
// is the minimum of enqueued_local_size and the number of remaining work-items of the NDRange. If the device may choose
// the work-group size (fact::any_grouping), neither attribute is used.
//
//   %g = call i64 @ocl.group_id(i32 0)
//   %n = call i64 @ocl.num_groups(i32 0)
// becomes
//   %address = getelementptr inbounds i8, ptr %launch, i64 96
//   %num_groups = load i64, ptr %address, !invariant.load !0
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct LowerIds : llvm::PassInfoMixin<LowerIds> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
