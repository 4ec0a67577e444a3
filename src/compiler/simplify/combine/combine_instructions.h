// Runs LLVM's InstCombine in time that does not grow with the square of a variable's uses. InstCombine visits all uses
// of a variable again whenever it changes one. So variables in memory with many uses are hidden while InstCombine runs,
// as are frozen comparisons (frozen_comparisons.h).
//
//   %array = alloca [4096 x i32]                       %array = alloca [4096 x i32]
//   ... thousands of uses of %array          shown as  %hidden = call ptr @ocl.hidden(ptr %array)
//                                                      ... thousands of uses of %hidden
//
// The pass also avoids a fault of LLVM 22: InstCombine moves a masked load down to a select between the loaded and
// another value, even past stores to the same address. So the pass removes such a select: the other value becomes the
// load's pass-through operand, if the value is available at the load.
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
