// Floating-point arithmetic on small integers is done in integers of 16 bits: pixels that are converted to float, added
// and multiplied by whole numbers (filters, differences, box sums). All values in between are whole and within 16
// bits, so neither form rounds, and a vector register holds twice as many of them; fewer are converted, too.
//
//   %a = uitofp i8 %x to float                          %a = zext i8 %x to i16
//   %b = uitofp i8 %y to float                          %b = zext i8 %y to i16
//   %s = fmuladd float %b, 2.0, %a             ->       %t = mul i16 %b, 2
//   %d = fsub float %s, %c                              %s = add i16 %t, %a
//   ... uses %d                                         %d = sub i16 %s, %c
//                                                       %f = sitofp i16 %d to float ... uses %f
//
// Zeros keep their sign: what may be -0.0 is left alone. Only where it saves work: a result that is used as a float
// costs a conversion.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct SmallIntegers : llvm::PassInfoMixin<SmallIntegers> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
