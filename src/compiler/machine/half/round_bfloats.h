// Rounds vectors of floats to bfloat16 by the processor's instruction (AVX512_BF16) instead of by integer arithmetic.
// The builtins and the code translated from SPIR-V contain this integer arithmetic. The instruction treats denormal
// numbers as zero in every mode of the processor, so a branch computes vectors with denormal numbers by integer
// arithmetic instead. Denormal numbers are rare.
//
//   %rounded = add <16 x i32> (add %bits, splat (i32 32767)), (and (lshr %bits, 16), splat (i32 1))
//   %chosen = select <16 x i1> %is_nan, <16 x i32> (or %bits, splat (i32 4194304)), <16 x i32> %rounded
//   %r = trunc <16 x i32> (lshr %chosen, 16) to <16 x i16>
// becomes
//   %b = call <16 x bfloat> @llvm.x86.avx512bf16.cvtneps2bf16.512(<16 x float> %x)
//   br i1 %has_denormals, label %exactly, label %after
//   exactly: the arithmetic above
//   after: %r = phi <16 x i16> [ bitcast %b, ... ], [ the arithmetic's result, %exactly ]
//
// Functions that may treat denormal numbers as zero get no branch.
//
// Needs: functions carry their "target-features" and "prefer-vector-width". Runs after all passes that fold arithmetic.
// Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct RoundBfloats : llvm::PassInfoMixin<RoundBfloats> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};

}  // namespace lanewise::compiler
