// Loads single halves that are converted right after the load into all elements of a register. Code generation has no
// move of 16 bits from memory. It inserts them into a register whose other elements nobody needs, but which may be
// another value's. The load then waits for that value: in a product of matrices, for the sum of the iteration before.
//
//   %h = load half, ptr %p
//   %f = fpext half %h to float
//   %s = <splat of %f to 32 lanes>
// becomes
//   %b = <splat of %h to 16 lanes>
//   %w = fpext <16 x half> %b to <16 x float>
//   %f = extractelement <16 x float> %w, i64 0
//   %s = %w and %w, joined
//
// Runs after lower_half. Needs AVX2, which broadcasts 16 bits of memory. Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct HalfLoads : llvm::PassInfoMixin<HalfLoads> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
