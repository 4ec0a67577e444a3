// Where both arms of a branch end with a store to one place, the store is done once behind them, of the value that the
// arm taken has: lanes that part at the branch store together then, without masks, and a loop does it in all
// iterations.
//
//   if (x > t) out[i] = f(x); else out[i] = g(x);      becomes      v = x > t ? f(x) : g(x); out[i] = v;
//
// In the kernel that all plans are made of, whose flow is simplified afterwards. Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct JoinArms : llvm::PassInfoMixin<JoinArms> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
