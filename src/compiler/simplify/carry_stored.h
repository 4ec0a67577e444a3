// What a loop stores in one iteration and loads in the next one is carried by a register:
//
//   for (int j = 1; j < n; ++j) x[j] += x[j - 1];
//
//   ->  if (1 < n) last = x[0];
//       for (int j = 1; j < n; ++j) x[j] = last = x[j] + last;
//
// Likewise what it loads in both, where it stores elsewhere into the same object. Then a row is read and written at one
// place in each iteration, which lanes do in blocks (linearize/walks/), and one work-item alone does not wait for its
// own stores. Nothing is loaded that was not before. Kernels whose work-items talk to each other
// (analysis/communication.h) stay as they are. Needs: loops in the form that Canonicalize makes. Thread-safety: none
// needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct CarryStored : llvm::PassInfoMixin<CarryStored> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
