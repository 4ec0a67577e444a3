// Unrolls loops of few, known iterations that walk private arrays, so that SROA can take the arrays apart: elements
// become values in registers. Vectors of private arrays in memory are what makes such kernels slow.
//
//   float acc[8];                                    acc0 = fma(acc0, k, c);
//   for (int j = 0; j < 8; ++j)              ->      acc1 = fma(acc1, k, c);
//       acc[j] = fma(acc[j], k, c);                  ...
//
// Inner loops whose iterations an outer one counts (`for (j = i + 1; j < 9; ++j)`) follow once that is unrolled.
// So do short loops that read or write side by side, for linearize/joins. Loops that run once at most become branches.
// Arrays of more than registers hold stay, and so do loops over them. Loops that the source says to unroll (`#pragma
// unroll`) are unrolled too. Others stay: the code would grow for little. Needs and keeps the form that Canonicalize
// makes.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct UnrollLoops : llvm::PassInfoMixin<UnrollLoops> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
