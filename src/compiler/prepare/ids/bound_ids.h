// Declares the ranges of ids and sizes, so that the truncation in `int i = get_global_id(0)` costs nothing. If the
// range is known, InstCombine removes the truncation and extension of the id. Accesses such as `a[i]`, `a[y * w + i]`
// and `a[i * k]` are then contiguous or strided without a check at run time.
//
//   %i = call i64 @ocl.global_id(i32 0)     ->     %i = call range(i64 0, 2147483648) i64 @ocl.global_id(i32 0)
//
// Local ids and sizes always get a range, since CL_DEVICE_MAX_WORK_GROUP_SIZE is far below 2^31. Ids and sizes that
// depend on the whole NDRange get a range unless the code is for any launch (CodeOptions::large_launch). If any such id
// or size gets a range, the kernel gets the fact `small_ids`, and the runtime uses other code for launches whose ids or
// sizes exceed the range.
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
