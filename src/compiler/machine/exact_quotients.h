// Prevents code generation from estimating quotients of vectors shorter than 512 bits, by clearing the flag `arcp`,
// which -cl-fast-relaxed-math sets. For these vectors, the processor's estimate of a reciprocal has 12 bits. One Newton
// step improves this estimate to 3 ulp, but OpenCL C allows 2.5 (section 7.4, "ULP values for single-precision built-in
// math functions with fast relaxed math"). AVX-512's estimate has 14 bits, which suffices.
//
//   %q = fdiv arcp <8 x float> %x, %y     ->     %q = fdiv <8 x float> %x, %y
//
// Needs: functions carry their "target-features"; half arithmetic is lowered. Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct ExactQuotients : llvm::PassInfoMixin<ExactQuotients> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};

}  // namespace lanewise::compiler
