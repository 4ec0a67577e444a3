// Set of analyses that stay valid if a pass changes instructions but no blocks.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Analysis.h>

namespace lanewise::compiler {

inline llvm::PreservedAnalyses preserves_flow(bool changed) {
    if (!changed) return llvm::PreservedAnalyses::all();
    llvm::PreservedAnalyses preserved;
    preserved.preserveSet<llvm::CFGAnalyses>();
    return preserved;
}

}  // namespace lanewise::compiler
