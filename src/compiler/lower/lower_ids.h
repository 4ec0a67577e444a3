// Lowers ids and sizes in the group function to parameters and loads from abi::Launch, and contexts to addresses in
// Worker::context.
//
// A kernel's reqd_work_group_size becomes constants. If all work-groups have the same size (attribute
// "uniform-work-group-size"), local_size is enqueued_local_size; otherwise it is the smaller of this size and the rest
// of the NDRange. Neither holds for a kernel that the device may group as it likes (fact::any_grouping).
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
