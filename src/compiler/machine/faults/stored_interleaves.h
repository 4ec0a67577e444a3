// Defines the first element of each component of stored interleaved vectors, if the program leaves this element
// undefined. LLVM 22 counts a component's elements from the first one, even if the first one is poison.
// docs/decisions/compiler/llvm-faults.md says when to check LLVM again.
//
//   %i = shufflevector <64 x i8> %x, <64 x i8> %y, <64 x i32> <i32 0, i32 poison, i32 32, i32 96, i32 1, i32 65, ...>
//   store <64 x i8> %i, ptr %p
// becomes
//   %i = shufflevector <64 x i8> %x, <64 x i8> %y, <64 x i32> <i32 0, i32 64, i32 32, i32 96, i32 1, i32 65, ...>
//
// Needs: nothing. Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct StoredInterleaves : llvm::PassInfoMixin<StoredInterleaves> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
