// Vectorizes loops that a work-item runs by itself, by LLVM's loop vectorizer: several iterations run at once. Code
// without lanes then runs no slower than it would as C: kernels for a single work-item, and work that the first
// work-item of a group does for the others. Calls of late builtins (docs/ir.md) become calls of their vector overloads.
//
//   for (int i = 0; i < n; ++i) c[i] = exp(a[i]);     ->     eight of these, and again; then those that are left
//
// Sums of floating-point numbers are left alone even if they may be reassociated: other plans would give other bits.
// They are vectorized if all plans have the same loops (fact::same_loops). Runs on chunk functions, where no loop runs
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
