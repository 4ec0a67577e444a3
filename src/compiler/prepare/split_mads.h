// Multiply-adds that may be computed in any order (`reassoc`, from -cl-unsafe-math-optimizations and -cl-fast-relaxed-
// math) become a product and a sum, which combine with those around them as multiply-adds never do:
//
//   y = 10 - .99f * (10 - .99f * x)      y = .1f + .9801f * x
//
// Code generation makes one instruction of what is left of them (`contract`).
// Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct SplitMads : llvm::PassInfoMixin<SplitMads> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
