// Turns the addition or subtraction of an extended mask into a masked instruction that adds or subtracts 1, on targets
// with mask registers (AVX-512). Without this pass, the mask would first be expanded to a vector of integers.
//
//   %one = zext <16 x i1> %m to <16 x i32>
//   %n = add <16 x i32> %x, %one
// becomes
//   %next = add <16 x i32> %x, splat (i32 1)
//   %n = select <16 x i1> %m, <16 x i32> %next, <16 x i32> %x
//
// Code generation turns the result into one masked instruction. Needs: functions carry their "target-features".
// Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct MaskedIncrement : llvm::PassInfoMixin<MaskedIncrement> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};

}  // namespace lanewise::compiler
