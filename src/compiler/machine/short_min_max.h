// Computes fmin and fmax by one instruction instead of three. If either operand is a NaN, the instruction minps yields
// its second operand, whereas fmin must yield the operand that is a number. Therefore code generation adds a comparison
// and a blend, unless one operand is provably no NaN. Code generation cannot prove this for the accumulator of a
// maximum reduction, although the accumulator starts with a number:
//
//   %greatest = phi <16 x float> [ splat (float -1.0), %entry ], [ %next, %loop ]
//   %next = call <16 x float> @llvm.maxnum.v16f32(<16 x float> %greatest, <16 x float> %x)
// becomes
//   %more = fcmp ogt <16 x float> %x, %greatest
//   %next = select <16 x i1> %more, <16 x float> %x, <16 x float> %greatest
//
// Code generation makes a single maxps of this fcmp and select. If both values may be NaNs, AVX-512's VRANGE is used:
// if one value is a NaN, VRANGE yields the other value. For a signaling NaN, VRANGE yields a NaN, so both values have
// to be results of arithmetic, which makes signaling NaNs quiet:
//
//   %m = call <16 x float> @llvm.minnum.v16f32(<16 x float> %a, <16 x float> %b)
// becomes
//   %m = call <16 x float> @llvm.x86.avx512.mask.range.ps.512(%a, %b, 4, poison, -1, 4)
//
// Wider vectors are split into registers for VRANGE. If both values are zeros, either may be the result (C99, F.9.9.2).
//
// Needs functions with the attributes "target-features" and "prefer-vector-width", and without half-precision
// arithmetic. No later pass may fold arithmetic. Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct ShortMinMax : llvm::PassInfoMixin<ShortMinMax> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};

}  // namespace lanewise::compiler
