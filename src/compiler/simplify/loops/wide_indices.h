// Computes indices in the width of ids, as in `int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
// a[y * w + x]`. InstCombine does so, too, but forgets that the 32-bit sum does not wrap, and masks it instead:
// consecutive lanes would then be scattered.
//
//   %x = trunc i64 %id to i32
//   %m = mul nsw i32 %y, %w                      %m = mul nsw i64 %id1, %size
//   %s = add nsw i32 %m, %x               ->     %s = add nsw i64 %m, %id
//   %i = sext i32 %s to i64                      ... uses %s
//
// Indices that InstCombine has masked nevertheless become extensions again in `unmasked_indices`: an extension is
// strided wherever a check at run time says so (analysis/shapes/shape.h).
//
//   %i = and i64 %s, 4294967295           ->     %n = trunc i64 %s to i32 ; %i = zext i32 %n to i64
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

/// To be run before InstCombine sees the truncations.
struct WideIndices : llvm::PassInfoMixin<WideIndices> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};

/// To be run after InstCombine.
struct UnmaskedIndices : llvm::PassInfoMixin<UnmaskedIndices> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};

}  // namespace lanewise::compiler
