// Keeps a memory element at a loop-invariant address in a register during the loop (scalar replacement), even if the
// loop writes the element:
//
//   for (int k = 0; k < n; ++k) c[i] += a[k] * b[k];
//
//   ->  if (0 < n) sum = c[i];
//       for (int k = 0; k < n; ++k) sum += a[k] * b[k];
//       if (0 < n) c[i] = sum;
//
// LLVM's LICM does not suffice: it needs rotated loops, but later passes need loops in the form that Canonicalize
// makes. The new code loads and stores the element only if the original loop does, because other work-items may write
// to the element. Outside loops, the pass removes a load or store that repeats an earlier access to the same element,
// if no instruction between the two accesses may change the element. Kernels whose work-items communicate
// (analysis/communication.h) stay unchanged. Needs loops in the form that Canonicalize makes. Thread-safety: none
// needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct ScalarReplacement : llvm::PassInfoMixin<ScalarReplacement> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
