// LLVM's InstCombine, in time that does not grow with the square of a variable's uses: whenever it changes one
// of them it looks at all of them anew. Variables in memory with many uses are hidden from it meanwhile.
//
//   %array = alloca [4096 x i32]                       %array = alloca [4096 x i32]
//   ... thousands of uses of %array          shown as  %hidden = call ptr @ocl.hidden(ptr %array)
//                                                      ... thousands of uses of %hidden
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct CombineInstructions : llvm::PassInfoMixin<CombineInstructions> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
