// Splits basic blocks that are too long to compile fast. Instruction selection looks at one block at a time and
// compares its loads pairwise. Each cut is a branch on a pointer that is never null. Code generation does not know that
// the pointer is never null, so it cannot undo the cut. Runs after all other passes. Thread-safety: none needed.
//
//   b:  %1 = ... (thousands of instructions) ... ret void
// becomes
//   b:  %1 = ... ; %more = icmp ne ptr %launch, null ; br i1 %more, label %b.rest, label %never
//   b.rest:  ... ret void
//   never:  ret void
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

/// Works on functions without result whose first parameter is a pointer: the kernel's entry.
struct SplitLongBlocks : llvm::PassInfoMixin<SplitLongBlocks> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};

}  // namespace lanewise::compiler
