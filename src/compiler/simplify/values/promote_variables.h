// Promotes private variables to SSA values, if their function has many blocks but uses the variables in few of these
// blocks. LLVM's SROA can also promote these variables. To place phis, however, SROA visits all blocks that are
// dominated by a block with a store to the variable. If a function has thousands of loops one after another, each with
// its own counter, SROA takes quadratic time.
//
//   %i = alloca i32                             for:  %i = phi i32 [ 0, %entry ], [ %next, %for ]
//   store i32 0, ptr %i                 becomes       %next = add i32 %i, 1
//   for:  %v = load i32, ptr %i                       ...
//         %next = add i32 %v, 1
//         store i32 %next, ptr %i ...
//
// Leaves all other variables to SROA.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct PromoteVariables : llvm::PassInfoMixin<PromoteVariables> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
