// Runs LLVM's InstCombine, but prevents the run time from growing with the square of the number of uses of a variable.
// Whenever InstCombine changes one use of a variable, it visits all uses of the variable again. Therefore variables in
// memory with many uses are hidden while InstCombine runs. Frozen comparisons are also hidden (frozen_comparisons.h).
//
//   %array = alloca [4096 x i32]                       %array = alloca [4096 x i32]
//   ... thousands of uses of %array          shown as  %hidden = call ptr @ocl.hidden(ptr %array)
//                                                      ... thousands of uses of %hidden
//
// The pass also avoids an error in LLVM 22. If a select chooses between a masked load and another value, InstCombine
// moves the load down to the select, even past stores to the same address. Therefore the pass removes this select: the
// other value becomes the load's pass-through operand, if the value is available at the load.
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
