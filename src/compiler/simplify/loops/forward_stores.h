// Forwards a stored value to a load in the next iteration, through a register (store-to-load forwarding).
//
//   for (int j = 1; j < n; ++j) x[j] += x[j - 1];
//
//   ->  if (1 < n) last = x[0];
//       for (int j = 1; j < n; ++j) x[j] = last = x[j] + last;
//
// A value that two successive iterations load is also kept in a register, if the loop stores to another address of the
// same object. Each iteration then loads and stores one element. Lanes can access these elements in blocks
// (linearize/strided_streams/). Scalar code no longer waits for its own stores. The pass adds no load. Kernels whose
// work-items communicate (analysis/communication.h) stay unchanged. Needs loops in the form that Canonicalize makes.
// Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct ForwardStores : llvm::PassInfoMixin<ForwardStores> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
