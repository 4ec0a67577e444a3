// Indices of ids are computed as wide as ids are: `int x = get_global_id(0), y = get_global_id(1), w =
// get_global_size(0); a[y * w + x]`. InstCombine does that too, but forgets that the sum is one of 32 bits that does
// not wrap, and masks it instead: lanes side by side would be scattered.
//
//   %x = trunc i64 %id to i32
//   %m = mul nsw i32 %y, %w                      %m = mul nsw i64 %id1, %size
//   %s = add nsw i32 %m, %x               ->     %s = add nsw i64 %m, %id
//   %i = sext i32 %s to i64                      ... uses %s
//
// What InstCombine has masked nevertheless becomes an extension again in `unmasked_indices`: those are strided wherever
// a check at run time says so (analysis/shape.h).
//
//   %i = and i64 %s, 4294967295           ->     %n = trunc i64 %s to i32 ; %i = zext i32 %n to i64
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

/// To be run before InstCombine sees the truncations.
struct WideIndices : llvm::PassInfoMixin<WideIndices> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

/// To be run behind it.
struct UnmaskedIndices : llvm::PassInfoMixin<UnmaskedIndices> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
