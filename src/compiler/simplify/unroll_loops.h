// Unrolls loops with a small known trip count that index private arrays, so that SROA can replace the arrays by
// registers. Such kernels are slow if each lane's array stays in memory.
//
//   float acc[8];                                    acc0 = fma(acc0, k, c);
//   for (int j = 0; j < 8; ++j)              ->      acc1 = fma(acc1, k, c);
//       acc[j] = fma(acc[j], k, c);                  ...
//
// An inner loop whose trip count depends on an outer counter (`for (j = i + 1; j < 9; ++j)`) is unrolled after the
// outer loop. Short loops that access neighbouring elements are unrolled as well, for linearize/merges, and so are
// loops that the source marks (`#pragma unroll`). Loops that run at most once become branches. Loops over arrays that
// are too large for registers stay. All other loops stay, too, since unrolling them would grow the code for little
// gain. Needs and keeps the form that Canonicalize makes.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct UnrollLoops : llvm::PassInfoMixin<UnrollLoops> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
