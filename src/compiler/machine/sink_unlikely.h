// Computes vectors where they are needed, if only unlikely blocks need them: the addresses of the gather that stands in
// for a contiguous load when indices wrap around, say, which took more than the load.
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
// Each such block of several gets its own. None moves into a loop. Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct SinkUnlikely : llvm::PassInfoMixin<SinkUnlikely> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
