// Forwards a store to the next iteration's load (store-to-load forwarding): the value is carried by a register.
//
//   for (int j = 1; j < n; ++j) x[j] += x[j - 1];
//
//   ->  if (1 < n) last = x[0];
//       for (int j = 1; j < n; ++j) x[j] = last = x[j] + last;
//
// A value that the loop loads in two successive iterations is carried as well if the loop stores elsewhere into the
// same object. A row is then read and written at one place in each iteration, which lanes do in blocks
// (linearize/strided_streams/), and a single work-item does not wait for its own stores. No load is added. Kernels
// whose work-items communicate (analysis/communication.h) stay as they are. Needs: loops in the form that Canonicalize
// makes. Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct ForwardStores : llvm::PassInfoMixin<ForwardStores> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
