// Elements of memory that a loop reads, and perhaps writes, at one place are carried by a register through the loop:
//
//   for (int k = 0; k < n; ++k) c[i] += a[k] * b[k];
//
//   ->  if (0 < n) sum = c[i];
//       for (int k = 0; k < n; ++k) sum += a[k] * b[k];
//       if (0 < n) c[i] = sum;
//
// The loop keeps its form, which is why LLVM's LICM, which wants loops rotated, is not enough. Nothing is loaded or
// stored that was not before: other work-items may write there. Loads and stores before and behind each other within
// the kernel's flow become one where nothing between them says otherwise. Kernels whose work-items talk to each other
// (analysis/communication.h) stay as they are. Needs: loops in the form that Canonicalize
// makes. Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct CarryElements : llvm::PassInfoMixin<CarryElements> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
