// Carries a loop-invariant element of memory through a loop in a register (scalar replacement), also if the loop writes
// it:
//
//   for (int k = 0; k < n; ++k) c[i] += a[k] * b[k];
//
//   ->  if (0 < n) sum = c[i];
//       for (int k = 0; k < n; ++k) sum += a[k] * b[k];
//       if (0 < n) c[i] = sum;
//
// LLVM's LICM is not enough: it wants rotated loops, and the loop keeps its form here. No load or store is added,
// because other work-items may write to the place. Redundant loads and stores in the kernel's flow are merged, too, if
// no instruction between them forbids it. Kernels whose work-items communicate (analysis/communication.h) stay as they
// are. Needs: loops in the form that Canonicalize makes. Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct ScalarReplacement : llvm::PassInfoMixin<ScalarReplacement> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
