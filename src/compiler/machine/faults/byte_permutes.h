// Moves bytes of one register to other 128-bit parts of it by instructions, where the program has a shuffle of 64
// bytes. LLVM 22 splits such a shuffle into two shuffles and may join the two again, without end.
// docs/decisions/compiler/llvm-faults.md has the report and says when to check LLVM again.
//
//   %k = shufflevector <64 x i8> %s, <64 x i8> poison, <64 x i32> <i32 0, i32 0, i32 1, i32 1, i32 2, ...>
// becomes with AVX512-VBMI
//   %k = call <64 x i8> @llvm.x86.avx512.permvar.qi.512(<64 x i8> %s, <64 x i8> <i8 0, i8 0, i8 1, i8 1, i8 2, ...>)
//
// If the shuffle moves whole pieces of 2, 4 or 8 bytes, the instruction is the one for elements of that size. Without
// VBMI, 16-bit pieces move first, and then bytes within the 128-bit parts. Longer vectors are split into registers.
// Code generation joins a shuffle with the shuffles that make its operands, so the pass also looks at the joined
// shuffle.
//
// Needs: functions carry their "target-features" and "prefer-vector-width"; InstCombine must not follow, since it would
// turn the instructions into shuffles again. Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct BytePermutes : llvm::PassInfoMixin<BytePermutes> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
