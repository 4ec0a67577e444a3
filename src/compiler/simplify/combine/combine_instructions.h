// Runs LLVM's InstCombine in time that does not grow with the square of a variable's uses. InstCombine visits all uses
// of a variable again whenever it changes one. So variables in memory with many uses are hidden from it meanwhile, as
// are frozen comparisons (frozen_comparisons.h).
//
//   %array = alloca [4096 x i32]                       %array = alloca [4096 x i32]
//   ... thousands of uses of %array          shown as  %hidden = call ptr @ocl.hidden(ptr %array)
//                                                      ... thousands of uses of %hidden
//
// The pass also avoids a fault: LLVM 22 moves a masked load down to the select between the load and another value, past
// stores to the same place. Here the load takes the other value as its pass-through value if that is available at the
// load, and InstCombine does not see the select.
//
//   %l = call @llvm.masked.load(%p, %m, zeroinitializer)        %l = call @llvm.masked.load(%p, %m, %x)
//   call @llvm.masked.store(%y, %p, %m)                     ->  call @llvm.masked.store(%y, %p, %m)
//   %s = select %m, %l, %x
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct CombineInstructions : llvm::PassInfoMixin<CombineInstructions> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
