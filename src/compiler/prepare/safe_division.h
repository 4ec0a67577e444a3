// Integer division by zero and of the smallest value by -1 gives some value in OpenCL C and no exception
// (OpenCL C 3.0, section 6.3); LLVM's divisions are undefined there and X86's trap. Divisors of zero become 1, and the
// smallest value the next one where it is divided by -1: then a divisor that work-items share stays one, of which one
// reciprocal does for all.
// First of all passes: later ones may reason from an undefined division.
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
