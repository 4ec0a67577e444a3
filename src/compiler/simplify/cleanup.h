// The optimizations behind lowering: few and cheap ones. LLVM's O2 list was measured to cost ten times
// as much and to give no faster code here.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct Cleanup : llvm::PassInfoMixin<Cleanup> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
