// Runs few and cheap optimizations after lowering. LLVM's O2 pipeline was compared: it takes much longer and does not
// make code faster here.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct Cleanup : llvm::PassInfoMixin<Cleanup> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
