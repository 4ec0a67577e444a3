// fmin and fmax in one instruction instead of three. minps yields its second operand where either is a NaN, so that
// code generation compares as well and blends, unless it knows one to be a number. What it does not see is that the
// greatest one of a row is one, since it started with one:
//
//   %greatest = phi <16 x float> [ splat (float -1.0), %entry ], [ %next, %loop ]
//   %next = call <16 x float> @llvm.maxnum.v16f32(<16 x float> %greatest, <16 x float> %x)
// becomes
//   %more = fcmp ogt <16 x float> %x, %greatest
//   %next = select <16 x i1> %more, <16 x float> %x, <16 x float> %greatest
//
// which is maxps. Of two values that may be NaNs, but were computed, AVX-512's VRANGE yields the one that is none. For
// a signaling NaN it yields a NaN, so both have to come out of arithmetic, which makes such NaNs quiet:
//
//   %m = call <16 x float> @llvm.minnum.v16f32(<16 x float> %a, <16 x float> %b)
// becomes
//   %m = call <16 x float> @llvm.x86.avx512.mask.range.ps.512(%a, %b, 4, poison, -1, 4)
//
// Wider vectors are taken apart into registers for that. Of two zeros either may be the result (C99, F.9.9.2).
//
// Needs: functions carry their "target-features" and "prefer-vector-width"; half arithmetic is lowered, and nothing
// folds arithmetic any more. Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct ShortMinMax : llvm::PassInfoMixin<ShortMinMax> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
