// Guards integer divisions by zero and divisions of the smallest value by -1. In OpenCL C, these divisions have an
// unspecified result but cause no exception (OpenCL C 3.0, section 6.3). In LLVM IR these divisions have undefined
// behaviour, and on x86 they trap. A divisor of zero becomes 1. If the smallest value is divided by -1, the dividend
// becomes the smallest value plus 1. The pass changes the dividend and not the divisor: a divisor that all work-items
// share then stays uniform, and has one reciprocal.
//
// Runs before all other passes: later passes may delete code that contains a division with undefined behaviour.
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
