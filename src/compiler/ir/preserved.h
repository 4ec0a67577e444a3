// What a pass that changes instructions but no blocks leaves valid.
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
