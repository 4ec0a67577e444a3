// Replaces loops that only compute values by formulas for these values. Examples are remainders by repeated
// subtraction, and sums of loop counters.
//
//   while (a > 100) { a -= 100; ++n; }     ->     n += (a - 1) / 100, a = ...
//
// Needs and preserves the form that Canonicalize makes. Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct KnownResults : llvm::PassInfoMixin<KnownResults> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
