// Merges two stores to the same address, one at the end of each side of a branch, into one store after both sides
// (store sinking). Lanes that diverge at the branch then store together, without masks. If the branch is in a loop, the
// loop then stores in every iteration.
//
//   if (x > t) out[i] = f(x); else out[i] = g(x);      becomes      v = x > t ? f(x) : g(x); out[i] = v;
//
// Runs on the kernel before variants for different plans are made, and simplifies the kernel's control flow afterwards.
// Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct JoinArms : llvm::PassInfoMixin<JoinArms> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
