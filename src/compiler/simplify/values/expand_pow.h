// Replaces powers with a known exponent by products, reciprocals and square roots, within the 16 ulp of pow and pown
// (OpenCL C 3.0, section 7.4). Edge cases are kept (section 7.5.1: pow is a number for -0 and -inf where sqrt is not).
// This covers whole exponents from -4 to 8, which err by less than 6 ulp, and halves from -1/2 to 5/2. Powers with a
// known base of 2 or 10 become exp2 and exp10.
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
