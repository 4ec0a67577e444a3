// Integer division by zero and of the smallest value by -1 gives some value in OpenCL C and no exception
// (OpenCL C 3.0, section 6.3); LLVM's divisions are undefined there and X86's trap. Such divisors become 1.
// First of all passes: later ones may reason from an undefined division.
//
//   %q = sdiv i32 %a, %b
// becomes
//   %bad = (%b == 0) | (%b == -1 & %a == INT_MIN) ; %safe = select i1 %bad, i32 1, i32 %b
//   %q = sdiv i32 %a, %safe
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct SafeDivision : llvm::PassInfoMixin<SafeDivision> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
