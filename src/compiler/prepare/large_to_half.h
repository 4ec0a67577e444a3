// Clamps integers of more than 16 bits before they are converted to half. Works around an error in LLVM 22, which folds
// `fpext (uitofp i32 %x to half) to float` to `uitofp i32 %x to float` if the significant bits of %x fit in half's
// significand. The fold ignores that values beyond the range of half become infinities (OpenCL C 3.0, section 6.3.3). A
// clamped integer may be the bound 2^17 - 1, which has too many significant bits for the fold. Clamping does not change
// results, since the bound also becomes infinity. Runs before all passes that combine instructions.
//
//   %h = uitofp i32 %x to half
// becomes
//   %bounded = call i32 @llvm.umin.i32(i32 %x, i32 131071) ; %h = uitofp i32 %bounded to half
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct LargeToHalf : llvm::PassInfoMixin<LargeToHalf> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
