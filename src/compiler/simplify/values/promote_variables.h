// Promotes variables in memory that are used in few blocks to values, in functions of many blocks. LLVM's SROA can
// promote all such variables, but to place phis it searches everything that a variable's blocks dominate. SROA takes
// quadratic time if thousands of loops follow each other, each with its own counter.
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
