// Turns ids and sizes in the group function into parameters and loads from abi::Launch, and the
// contexts into addresses in Worker::context.
//
// A kernel's reqd_work_group_size becomes constants. Where all work-groups have the same size
// (attribute "uniform-work-group-size"), local_size is enqueued_local_size; otherwise the smaller of it
// and what is left of the NDRange. Neither holds for a kernel that the device may group as it likes
// (fact::any_grouping).
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
