// Computes products of 16-bit numbers in 32 bits where the program computes them in 64, and shifts them there.
// LLVM 22 forms PMULHW and PMULHUW for such a product of vectors and loses its sign, or shifts 16 bits by more than 15:
// docs/decisions/compiler/llvm-faults.md has the reports and says when to look again.
//
//   %x = sext <16 x i16> %a to <16 x i64>
//   %y = sext <16 x i16> %b to <16 x i64>
//   %product = mul <16 x i64> %x, %y
//   %shifted = ashr <16 x i64> %product, splat (i64 12)
// becomes
//   %x = sext <16 x i16> %a to <16 x i32>
//   %y = sext <16 x i16> %b to <16 x i32>
//   %product = mul <16 x i32> %x, %y
//   %narrow = ashr <16 x i32> %product, splat (i32 12)
//   %shifted = sext <16 x i32> %narrow to <16 x i64>
//
// Shifts of signed products by more than 16 use PMULHW itself, since LLVM does not find it for them. Products carry
// neither nsw nor nuw, so no later step may widen them again. Products that are only added up or stored in 64 bits
// stay. No other product of more than 32 bits is left whose factors the code generator could find to have 16.
//
// Needs: functions carry their "target-features" and "prefer-vector-width". Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct ShortProducts : llvm::PassInfoMixin<ShortProducts> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
