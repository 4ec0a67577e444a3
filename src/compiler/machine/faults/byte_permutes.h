// Replaces shuffles that move bytes between the 128-bit parts of a 512-bit register by permute intrinsics. LLVM 22
// splits such a shuffle into two shuffles and may join the two again, in an endless loop.
// docs/decisions/compiler/llvm-faults.md has the report and says when to check LLVM again.
//
//   %k = shufflevector <64 x i8> %s, <64 x i8> poison, <64 x i32> <i32 0, i32 0, i32 1, i32 1, i32 2, ...>
// becomes with AVX512-VBMI
//   %k = call <64 x i8> @llvm.x86.avx512.permvar.qi.512(<64 x i8> %s, <64 x i8> <i8 0, i8 0, i8 1, i8 1, i8 2, ...>)
//
// If the shuffle moves whole elements of 2, 4 or 8 bytes, the intrinsic is the one for elements of that size. Without
// VBMI, the elements of 16 bits are permuted first, and then bytes are shuffled within the 128-bit parts. Vectors
// longer than a register are split into vectors of one register each. Code generation joins a shuffle with the shuffles
// that make its operands, so the pass also examines the joined shuffle.
//
// Needs: functions carry their "target-features" and "prefer-vector-width"; InstCombine must not run afterwards, since
// it would turn the intrinsics into shuffles again. Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct BytePermutes : llvm::PassInfoMixin<BytePermutes> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
