// Lowers the math library's operations that represent AVX-512 instructions, such as those for exponents and estimates
// (docs/ir.md).
//
// Replaces `ocl.has_float_ops` by 1 if the target, given by the function's "target-features", has these instructions,
// otherwise by 0. Replaces calls of the other operations by intrinsics. Removes code paths that are never taken. Runs
// before late builtins are inlined, since the choice of inlined builtins depends on their size.
//
//   %has = call i32 @ocl.has_float_ops()
//   %y = call <16 x float> @ocl.scale_exponent.v16f32(<16 x float> %x, <16 x float> %n)
// becomes, with AVX-512,
//   i32 1
//   %y = call <16 x float> @llvm.x86.avx512.mask.scalef.ps.512(<16 x float> %x, <16 x float> %n, ...)
// and without
//   i32 0
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct LowerFloatOps : llvm::PassInfoMixin<LowerFloatOps> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
