// Replaces calls with the flag `afn` (approximate, from -cl-fast-relaxed-math) by calls of native_ functions, for float
// functions whose native_ form is accurate enough. The error limits come from OpenCL C 3.0, section 7.4, "ULP values
// for single-precision built-in math functions with fast relaxed math". The limits are 2^-11 for sin and cos from -pi
// to pi, and 3 + |2 * x| ulp for exp and exp2. For logarithms the limits are 2^-21 near 1, and 3 ulp elsewhere. As the
// table in section 7.4 prescribes, exp10 and powr are derived from exp2 and log2. The builtin library has separate
// relaxed functions for asin, acos, atan and their pi forms (limit 4096 ulp), sinh (8192 ulp) and erf (16 ulp). The
// relaxed asinh and acosh use relaxed log and sqrt, as the table allows.
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
