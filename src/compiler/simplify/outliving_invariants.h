// Takes out of loops what is the same in each iteration and is used behind the loop:
//
//   loop: %quarter = sdiv i32 %n, 4                  %quarter = sdiv i32 %n, 4
//         %c = icmp slt i32 %i, %quarter             br label %loop
//         br i1 %c, label %body, label %exit         loop: %c = icmp slt i32 %i, %quarter
//   exit: use %quarter                               exit: use %quarter
//
// Behind a loop that work-items leave one by one, what it computed counts as different for each of them. Loops that use
// the same expression come to share it, so that the second would have a bound of each work-item's own.
// Needs loops with preheaders.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct OutlivingInvariants : llvm::PassInfoMixin<OutlivingInvariants> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
