// Increments a loop counter in the counter's own type. In `for (int i = get_global_id(0); i < n; i +=
// get_global_size(0))`, C adds in 64 bits, the type of the global size. InstCombine would then make `i` a 64-bit
// counter that is truncated and extended in each iteration. With such a counter, it could not be proved that the
// counters of adjacent lanes stay consecutive.
//
//   loop:  %i = phi i32 [...], [%next, ...]
//          %wide = sext i32 %i to i64                 %step = trunc i64 %size to i32
//          %sum = add i64 %wide, %size         ->     %next = add i32 %i, %step
//          %next = trunc i64 %sum to i32
//
// A counter that another compiler widened to 64 bits in this way becomes a 32-bit counter again, if only its low half
// is used. The result is the same: low bits of sums, differences and products do not depend on higher bits.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

/// Must run before InstCombine changes the truncations.
struct NarrowSteps : llvm::PassInfoMixin<NarrowSteps> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};

}  // namespace lanewise::compiler
