// Several iterations at once of the loops that each work-item, or one for all, runs by itself. What lanes have no part
// in runs no slower then than it would as C: kernels that are meant for a single work-item, and what the first of a
// group does for the others. LLVM's vectorizer does it; calls of late builtins (docs/ir.md) become such of their
// overloads for vectors.
//
//   for (int i = 0; i < n; ++i) c[i] = exp(a[i]);     ->     eight of these, and again; then those that are left
//
// Sums of floating-point numbers that may be added in any order would not have the bits that other plans give them, so
// they are left as they are unless these have the same loops (fact::same_loops). Runs on chunk functions, where no loop
// runs work-items. Needs: functions carry their "target-features"; loops in the form that Canonicalize makes.
// Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct VectorizeLoops : llvm::PassInfoMixin<VectorizeLoops> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
