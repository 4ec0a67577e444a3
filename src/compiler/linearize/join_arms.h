// Merges stores to one place at the end of both arms of a branch into one store after the arms. Lanes that diverge at
// the branch then store together, without masks, and a loop stores in every iteration.
//
//   if (x > t) out[i] = f(x); else out[i] = g(x);      becomes      v = x > t ? f(x) : g(x); out[i] = v;
//
// Runs on the kernel that all plans are made of; simplifies its control flow afterwards. Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct JoinArms : llvm::PassInfoMixin<JoinArms> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
