// Forwards a stored value to the load of the next iteration in a register (store-to-load forwarding).
//
//   for (int j = 1; j < n; ++j) x[j] += x[j - 1];
//
//   ->  if (1 < n) last = x[0];
//       for (int j = 1; j < n; ++j) x[j] = last = x[j] + last;
//
// A value that the loop loads in two successive iterations is carried as well if the loop stores elsewhere into the
// same object. Each iteration then loads and stores one element, which lanes can do in blocks
// (linearize/strided_streams/). A scalar work-item no longer waits for its own stores. The pass adds no load. Kernels
// whose work-items communicate (analysis/communication.h) stay as they are. Needs: loops in the form that Canonicalize
// makes. Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct ForwardStores : llvm::PassInfoMixin<ForwardStores> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
