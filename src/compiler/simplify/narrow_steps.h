// Counters go on in their own type: `for (int i = get_global_id(0); i < n; i += get_global_size(0))`, where C adds in
// the type of the size. InstCombine would make a counter of 64 bits of it that is cut off and extended in each
// iteration, of which nothing tells that lanes side by side stay side by side.
//
//   loop:  %i = phi i32 [...], [%next, ...]
//          %wide = sext i32 %i to i64                 %step = trunc i64 %size to i32
//          %sum = add i64 %wide, %size         ->     %next = add i32 %i, %step
//          %next = trunc i64 %sum to i32
//
// The bits are the same: those of sums, differences and products depend on no higher ones.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

/// To be run before InstCombine sees the truncations.
struct NarrowSteps : llvm::PassInfoMixin<NarrowSteps> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
