// Calls that may be approximate (`afn`, from -cl-fast-relaxed-math) become calls of the native_ functions of float,
// where these are within the limits of OpenCL C 3.0, section 7.4, "ULP values for single-precision built-in math
// functions with fast relaxed math": sin and cos 2^-11 from -pi to pi, exp and exp2 3 + |2x| ulp, log and its kin 2^-21
// near 1 and 3 ulp elsewhere; exp10 and powr are derived from exp2 and log2 as the table says. Functions of their own
// have asin, acos and atan (4096 ulp) with their forms in half turns, sinh (8192), erf (16), and asinh and acosh
// (what log and sqrt leave of them).
//
//   %y = call afn float @_Z3sinf(float %x)
// becomes
//   %y = call afn float @_Z10native_sinf(float %x)
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct RelaxedBuiltins : llvm::PassInfoMixin<RelaxedBuiltins> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
