// Vectorizes loops of single work-items by LLVM's loop vectorizer, so that several iterations run at once. Scalar code
// then runs as fast as compiled C. Examples are kernels for a single work-item, and work that the first work-item of a
// group does for the others. Calls of late builtins (docs/ir.md) become calls of their vector overloads.
//
//   for (int i = 0; i < n; ++i) c[i] = exp(a[i]);     ->     eight of these, and again; then those that are left
//
// Floating-point sums that may be reassociated are vectorized only if all plans have the same loops (fact::same_loops).
// Otherwise the bits of the result would depend on the plan. Runs on chunk functions, in which no loop runs over
// work-items. Needs: functions carry their "target-features"; loops in the form that Canonicalize makes.
//
// Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct VectorizeLoops : llvm::PassInfoMixin<VectorizeLoops> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
