// Keeps in a register what a loop keeps in memory: a sum at one place, loaded and stored in each iteration, has the
// loop wait for the way through memory every time, and no row of work-items can share its other loads.
//
//   loop:  %s = load float, ptr %c          ; %c is the same in all iterations
//          ...
//          store float %sum, ptr %c
// becomes, where no lane's other loads come to its %c,
//   loop:  %s = phi float [%first, ...], [%sum, %loop]
//   end:   store float %sum, ptr %c
//
// The compiler cannot know that, for pointers of OpenCL kernels may be to the same memory; before the loop, all places
// that it comes to are compared, and the loop as it was is there where they meet. Other work-items may not look at the
// sum meanwhile, since nothing in the loop waits for them (OpenCL C 3.0, section 3.3.6: a data race is undefined).
// Where only some lanes come to the loop, those alone load, store and are asked.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

/// Of linearized kernels.
struct KeepSums : llvm::PassInfoMixin<KeepSums> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
