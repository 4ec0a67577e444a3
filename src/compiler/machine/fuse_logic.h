// Fuses bitwise operations on up to three vectors into one instruction (AVX-512's ternary logic). Without this pass,
// code generation fuses only pairs of operations. It does not fuse the majority function, or operations whose
// subexpressions other code uses too. Hash functions often compute the majority function and share subexpressions.
//
//   %or = or <16 x i32> %y, %z
//   %and = and <16 x i32> %y, %z
//   %left = and <16 x i32> %x, %or
//   %majority = or <16 x i32> %left, %and
// becomes
//   %majority = call <16 x i32> @llvm.x86.avx512.pternlog.d.512(%x, %y, %z, i32 232)
//
// Needs: functions carry their "target-features". Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct FuseLogic : llvm::PassInfoMixin<FuseLogic> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};

}  // namespace lanewise::compiler
