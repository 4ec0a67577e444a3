// Replaces powers with a known exponent by products, reciprocals and square roots, within the limit of 16 ulp for pow
// and pown (OpenCL C 3.0, section 7.4). The special cases of section 7.5.1 are handled: for example, pow(-inf, 0.5) is
// +inf, but sqrt(-inf) is a NaN. Exponents may be integers from -4 to 8, for which the error is below 6 ulp, and odd
// multiples of 1/2 from -1/2 to 5/2. Powers with a known base of 2 or 10 become exp2 and exp10.
//
//   pow(x, 2.0f)      x * x
//   pow(x, 0.5f)      x == -inf ? inf : fabs(sqrt(x))
//
// Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct ExpandPow : llvm::PassInfoMixin<ExpandPow> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};

}  // namespace lanewise::compiler
