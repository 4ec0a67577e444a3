// Deletes a loop if its only effect is to compute values for which formulas are known, and uses these formulas instead.
// Such a loop may compute a remainder by repeated subtraction, or a sum of loop counters.
//
//   while (a > 100) { a -= 100; ++n; }     ->     n += (a - 1) / 100, a = ...
//
// This pass needs and preserves the form that the pass Canonicalize makes. Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct KnownResults : llvm::PassInfoMixin<KnownResults> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
