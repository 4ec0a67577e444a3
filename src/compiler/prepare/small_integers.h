// Replaces floating-point arithmetic on small whole numbers by arithmetic on 16-bit integers. Filters, differences and
// box sums convert pixels to float, add them and multiply them by whole numbers. All intermediate values are whole
// numbers that fit into 16 bits, so arithmetic on floats and on integers is exact and gives the same results. A vector
// register holds twice as many 16-bit integers as floats, and fewer values need a conversion.
//
//   %a = uitofp i8 %x to float                          %a = zext i8 %x to i16
//   %b = uitofp i8 %y to float                          %b = zext i8 %y to i16
//   %s = fmuladd float %b, 2.0, %a             ->       %t = mul i16 %b, 2
//   %d = fsub float %s, %c                              %s = add i16 %t, %a
//   ... uses %d                                         %d = sub i16 %s, %c
//                                                       %f = sitofp i16 %d to float ... uses %f
//
// A value that may be -0.0 stays a float, so zeros keep their sign. The pass changes code only if the new code has
// fewer instructions, since each result that is used as a float needs a conversion.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct SmallIntegers : llvm::PassInfoMixin<SmallIntegers> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};

}  // namespace lanewise::compiler
