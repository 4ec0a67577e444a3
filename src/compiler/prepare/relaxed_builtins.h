// Replaces calls that may be approximate (`afn`, from -cl-fast-relaxed-math) by calls of native_ functions, for float
// functions whose native_ form is accurate enough. The limits of error are those of OpenCL C 3.0, section 7.4, "ULP
// values for single-precision built-in math functions with fast relaxed math". They are 2^-11 for sin and cos from -pi
// to pi, and 3 + |2 * x| ulp for exp and exp2. For logarithms they are 2^-21 near 1, and 3 ulp elsewhere. As that table
// prescribes, exp10 and powr are derived from exp2 and log2. The library has own relaxed functions for asin, acos, atan
// and their pi forms (limit 4096 ulp), sinh (8192 ulp) and erf (16 ulp). The relaxed asinh and acosh use relaxed log
// and sqrt, as that table allows.
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
