// Halves that are loaded one by one and converted at once come into all elements of a register. Code generation has no
// move of 16 bits from memory: it inserts them into a register whose other elements nobody needs, but which may be
// another value's, so that the load waits for that one, in a product of matrices for the sum of the iteration before.
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
// Behind lower_half. Needs AVX2, which broadcasts 16 bits of memory. Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct HalfLoads : llvm::PassInfoMixin<HalfLoads> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
