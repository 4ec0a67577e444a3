// Runs a few cheap optimizations after lowering. Compared with them, LLVM's O2 pipeline takes much longer and does not
// make kernels faster.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct Cleanup : llvm::PassInfoMixin<Cleanup> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
