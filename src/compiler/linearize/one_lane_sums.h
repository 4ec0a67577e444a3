// Replaces operations over the active lanes in a kernel of one lane, whose single work-item is always active:
//
//   %n = call i32 @ocl.lanes_total(i32 %x)     %n is %x
//   %b = call i32 @ocl.lanes_before(i32 %x)    %b is 0
//   %v = call i64 @ocl.from_first(i64 %y)      %v is %y
//
// Thread-safety: functions without state.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct OneLaneSums : llvm::PassInfoMixin<OneLaneSums> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
