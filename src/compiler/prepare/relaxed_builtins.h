// Replaces calls that may be approximate (`afn`, from -cl-fast-relaxed-math) by calls of the native_ functions of float
// that are accurate enough. The limits are those of OpenCL C 3.0, section 7.4, "ULP values for single-precision
// built-in math functions with fast relaxed math". They are 2^-11 for sin and cos from -pi to pi, and 3 + |2 * x| ulp
// for exp and exp2. For logarithms they are 2^-21 near 1, and 3 ulp elsewhere. The functions exp10 and powr are derived
// from exp2 and log2, as the table says. The library has relaxed functions for asin, acos and atan (4096 ulp) with
// their forms in half turns, sinh (8192), erf (16), and asinh and acosh (as accurate as their log and sqrt).
//
//   %y = call afn float @_Z3sinf(float %x)
// becomes
//   %y = call afn float @_Z10native_sinf(float %x)
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct RelaxedBuiltins : llvm::PassInfoMixin<RelaxedBuiltins> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};

}  // namespace lanewise::compiler
