// Bounds the range of ids and sizes, so that the `int i = get_global_id(0)` of most kernels costs nothing. With the
// range known, InstCombine drops the truncation and extension of the id, and accesses at `a[i]`, `a[y * w + i]`,
// `a[i * k]` are contiguous or strided without a check at run time.
//
//   %i = call i64 @ocl.global_id(i32 0)     ->     %i = call range(i64 0, 2147483648) i64 @ocl.global_id(i32 0)
//
// Local ids and sizes are always bounded: CL_DEVICE_MAX_WORK_GROUP_SIZE is far below 2^31. Ids and sizes that depend on
// the whole NDRange are bounded unless the code is for any launch (CodeOptions::large_launch). If such an id or size is
// bounded, the kernel gets the fact `small_ids`, and the runtime uses other code for a launch beyond the bound.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct BoundIds : llvm::PassInfoMixin<BoundIds> {
    explicit BoundIds(bool large_launch = false) : large_launch_(large_launch) {}
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);

private:
    bool large_launch_;
};

}  // namespace lanewise::compiler
