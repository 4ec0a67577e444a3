// Computes 32-bit indices in the 64-bit type of ids, as in `int x = get_global_id(0), y = get_global_id(1), w =
// get_global_size(0); a[y * w + x]`. InstCombine also widens this sum, but drops the flag `nsw` and masks the wide sum
// to 32 bits. With such a mask, contiguous accesses of the lanes would become gathers and scatters.
//
//   %x = trunc i64 %id to i32
//   %m = mul nsw i32 %y, %w                      %m = mul nsw i64 %id1, %size
//   %s = add nsw i32 %m, %x               ->     %s = add nsw i64 %m, %id
//   %i = sext i32 %s to i64                      ... uses %s
//
// Some indices that are masked by an `and` with 2^32 - 1 remain after InstCombine. The pass `unmasked_indices` replaces
// each of these masks by a truncation and an extension. A check at run time can prove that an extension has a stride
// between lanes (analysis/shapes/shape.h).
//
//   %i = and i64 %s, 4294967295           ->     %n = trunc i64 %s to i32 ; %i = zext i32 %n to i64
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

/// Must run before InstCombine changes the truncations.
struct WideIndices : llvm::PassInfoMixin<WideIndices> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};

/// Must run after InstCombine.
struct UnmaskedIndices : llvm::PassInfoMixin<UnmaskedIndices> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};

}  // namespace lanewise::compiler
