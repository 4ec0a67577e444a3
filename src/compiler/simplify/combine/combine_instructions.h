// LLVM's InstCombine, in time that does not grow with the square of a variable's uses: whenever it changes one
// of them it looks at all of them anew. Variables in memory with many uses are hidden from it meanwhile, and frozen
// comparisons (frozen_comparisons.h).
//
//   %array = alloca [4096 x i32]                       %array = alloca [4096 x i32]
//   ... thousands of uses of %array          shown as  %hidden = call ptr @ocl.hidden(ptr %array)
//                                                      ... thousands of uses of %hidden
//
// And without one of its mistakes: LLVM 22 moves a masked load to where lanes choose between it and another value, past
// stores to the same place. Here the other value becomes the load's own where that is, and InstCombine does not see
// what is chosen.
//
//   %l = call @llvm.masked.load(%p, %m, zeroinitializer)        %l = call @llvm.masked.load(%p, %m, %x)
//   call @llvm.masked.store(%y, %p, %m)                     ->  call @llvm.masked.store(%y, %p, %m)
//   %s = select %m, %l, %x
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct CombineInstructions : llvm::PassInfoMixin<CombineInstructions> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
