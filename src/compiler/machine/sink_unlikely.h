// Sinks the computation of a vector into unlikely blocks, if all users of the vector are in these blocks. Example: a
// gather replaces a contiguous load if indices wrap around; computing the gather's addresses takes longer than the
// contiguous load.
//
//   %places = sext <64 x i32> %index to <64 x i64>
//   br i1 %contiguous, label %load, label %gather, !prof !likely
// and
//   gather:  ... %places ...
// becomes
//   br i1 %contiguous, label %load, label %gather, !prof !likely
// and
//   gather:  %places = sext <64 x i32> %index to <64 x i64>
//            ... %places ...
//
// If several unlikely blocks need a vector, each block gets a copy. No vector moves into a loop. Thread-safety: none
// needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct SinkUnlikely : llvm::PassInfoMixin<SinkUnlikely> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
