// Guards integer divisions by zero, and of the smallest value by -1. OpenCL C gives them any value but no exception
// (OpenCL C 3.0, section 6.3); LLVM's divisions are undefined there, and x86's trap. A divisor of zero becomes 1. The
// smallest value becomes the next one if it is divided by -1: the dividend changes so that a divisor that work-items
// share stays uniform, and one reciprocal serves all of them.
//
// Runs before all other passes: later ones may reason from an undefined division.
//
//   %q = sdiv i32 %a, %b
// becomes
//   %dividend = select (%b == -1 & %a == INT_MIN), INT_MIN + 1, %a ; %divisor = select (%b == 0), 1, %b
//   %q = sdiv i32 %dividend, %divisor
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct SafeDivision : llvm::PassInfoMixin<SafeDivision> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
