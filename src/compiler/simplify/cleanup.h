// Runs a few cheap optimizations after lowering. LLVM's O2 pipeline would take much longer, and kernels would not
// become faster.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct Cleanup : llvm::PassInfoMixin<Cleanup> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
