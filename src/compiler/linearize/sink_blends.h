// Moves selects from the block after a guard into the guarded block. The selects then run only if at least one lane
// runs the guarded block.
//
//   entry:  br i1 %any, label %then, label %after
//   then:   %x = ...
//           br label %after
//   after:  %p = phi [%x, %then], [poison, %entry]
//           %s = select i1 %m, i32 %p, i32 %y
// becomes
//   then:   %x = ...
//           %s = select i1 %m, i32 %x, i32 %y
//           br label %after
//   after:  %p = phi [%s, %then], [%y, %entry]
//
// Designed for the output of linearize, but correct for any IR.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct SinkBlends : llvm::PassInfoMixin<SinkBlends> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
