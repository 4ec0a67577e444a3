// Splits long basic blocks to make compilation faster. Instruction selection handles one block at a time and compares
// the block's loads pairwise, so its time grows quadratically. A block is cut by a conditional branch that tests a
// pointer for null, although this pointer is never null. Code generation does not know that the pointer is never null,
// so it cannot join the blocks again. Runs after all other passes. Thread-safety: none needed.
//
//   b:  %1 = ... (thousands of instructions) ... ret void
// becomes
//   b:  %1 = ... ; %more = icmp ne ptr %launch, null ; br i1 %more, label %b.rest, label %never
//   b.rest:  ... ret void
//   never:  ret void
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

/// Requires a function that returns void and whose first parameter is a pointer, such as the kernel's entry.
struct SplitLongBlocks : llvm::PassInfoMixin<SplitLongBlocks> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};

}  // namespace lanewise::compiler
