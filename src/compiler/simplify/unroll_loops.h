// Unrolls loops with a small known trip count that index private arrays, so that SROA can replace the arrays by
// registers. Kernels with such loops are slow if each lane's array stays in memory.
//
//   float acc[8];                                    acc0 = fma(acc0, k, c);
//   for (int j = 0; j < 8; ++j)              ->      acc1 = fma(acc1, k, c);
//       acc[j] = fma(acc[j], k, c);                  ...
//
// An inner loop whose trip count depends on an outer counter (`for (j = i + 1; j < 9; ++j)`) is unrolled after the
// outer loop. Short loops that access neighbouring elements are also unrolled, so that linearize/merges can merge the
// accesses. Loops with `#pragma unroll` in the source are also unrolled. Loops that run at most once become branches.
// All other loops stay, also loops over arrays that are too large for registers: unrolling them would make the code
// larger but hardly faster. Needs and preserves the form that Canonicalize makes.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct UnrollLoops : llvm::PassInfoMixin<UnrollLoops> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
