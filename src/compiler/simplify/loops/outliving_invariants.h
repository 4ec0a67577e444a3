// Moves loop invariants that are used after a loop to the front of the loop:
//
//   loop: %quarter = sdiv i32 %n, 4                  %quarter = sdiv i32 %n, 4
//         %c = icmp slt i32 %i, %quarter             br label %loop
//         br i1 %c, label %body, label %exit         loop: %c = icmp slt i32 %i, %quarter
//   exit: use %quarter                               exit: use %quarter
//
// After a loop that work-items leave one by one, a value from within the loop counts as different for each work-item.
// Later loops may share such an expression: their bound would seem to differ between work-items. Needs loops with
// preheaders.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct OutlivingInvariants : llvm::PassInfoMixin<OutlivingInvariants> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
