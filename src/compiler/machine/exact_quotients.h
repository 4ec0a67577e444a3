// Drops the permission to estimate a quotient (`arcp`, from -cl-fast-relaxed-math) in shorter registers, whose
// estimates have 12 bits. Code generation would start from such an estimate. One step of Newton's makes 3 ulp of it,
// and OpenCL C allows 2.5 (section 7.4, "ULP values for single-precision built-in math functions with fast relaxed
// math"). AVX-512's estimate has 14 bits.
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
