// Bounds integers of more than 16 bits before they are converted to half. Values beyond the range of half become
// infinities (OpenCL C 3.0, section 6.3.3). LLVM 22 folds `fpext (uitofp i32 %x to half) to float` to
// `uitofp i32 %x to float` if it knows that the digits of %x fit into half's significand, but ignores half's exponent.
// LLVM cannot know this of a bounded integer, since the bound has too many digits; the bound becomes infinity as well.
// Runs before any pass that combines instructions.
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
