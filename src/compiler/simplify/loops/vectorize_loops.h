// Vectorizes loops in scalar code by LLVM's loop vectorizer: a vector instruction computes several iterations of one
// work-item's loop. Scalar code then runs as fast as compiled C. Such scalar code occurs in kernels for a single
// work-item, and in loops that the first work-item of a group runs for all work-items. Calls of late builtins
// (docs/ir.md) become calls of their vector overloads.
//
//   for (int i = 0; i < n; ++i) c[i] = exp(a[i]);     ->     eight iterations at a time; then the remaining ones
//
// Floating-point sums that may be reassociated are vectorized only if all plans have the same loops (fact::same_loops).
// Otherwise the bits of the result would depend on the plan. Runs on chunk functions, in which no loop iterates over
// work-items. Needs functions with the attribute "target-features", and loops in the form that Canonicalize makes.
//
// Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct VectorizeLoops : llvm::PassInfoMixin<VectorizeLoops> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
