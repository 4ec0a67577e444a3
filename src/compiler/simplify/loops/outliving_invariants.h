// Hoists loop invariants that are used after their loop:
//
//   loop: %quarter = sdiv i32 %n, 4                  %quarter = sdiv i32 %n, 4
//         %c = icmp slt i32 %i, %quarter             br label %loop
//         br i1 %c, label %body, label %exit         loop: %c = icmp slt i32 %i, %quarter
//   exit: use %quarter                               exit: use %quarter
//
// If work-items leave a loop at different times, all values computed in the loop, even invariants, are treated as
// divergent after the loop. A later loop whose bound is one of these values would then also be treated as divergent.
// Needs loops with preheaders.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct OutlivingInvariants : llvm::PassInfoMixin<OutlivingInvariants> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
