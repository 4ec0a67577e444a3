// Computes a counter's step in the counter's own type. C adds in the type of the size in
// `for (int i = get_global_id(0); i < n; i += get_global_size(0))`. InstCombine would make a 64-bit counter of it that
// is truncated and extended in each iteration. Consecutive lanes then could not be proved to stay consecutive.
//
//   loop:  %i = phi i32 [...], [%next, ...]
//          %wide = sext i32 %i to i64                 %step = trunc i64 %size to i32
//          %sum = add i64 %wide, %size         ->     %next = add i32 %i, %step
//          %next = trunc i64 %sum to i32
//
// The bits are the same: low bits of sums, differences and products do not depend on higher ones.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

/// To be run before InstCombine sees the truncations.
struct NarrowSteps : llvm::PassInfoMixin<NarrowSteps> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};

}  // namespace lanewise::compiler
