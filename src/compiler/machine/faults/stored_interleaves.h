// Replaces poison in the mask of a shuffle that interleaves components for a store. Replaces only poison at the
// position of a component's first element. LLVM 22 computes the position of a component from its first element, even if
// that element is poison. docs/decisions/compiler/llvm-faults.md says when to check LLVM again.
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
