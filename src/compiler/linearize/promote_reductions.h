// Keeps a sum at a loop-invariant place in a register (scalar replacement). A loop that loads and stores it in each
// iteration waits for store-to-load forwarding, and the loop's other loads cannot be shared by rows of work-items.
//
//   loop:  %s = load float, ptr %c          ; %c is the same in all iterations
//          ...
//          store float %sum, ptr %c
// becomes, if no lane's other loads overlap its %c,
//   loop:  %s = phi float [%first, ...], [%sum, %loop]
//   end:   store float %sum, ptr %c
//
// The compiler cannot know this, because pointers of OpenCL kernels may alias. Therefore code before the loop compares
// the places of all its accesses, and the original loop runs if they overlap (loop versioning). Other work-items may
// not read the sum meanwhile, since nothing in the loop waits for them (OpenCL C 3.0, section 3.3.6: a data race is
// undefined). If only some lanes reach the loop, only these load, store and vote.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

/// Runs on linearized kernels.
struct PromoteReductions : llvm::PassInfoMixin<PromoteReductions> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
