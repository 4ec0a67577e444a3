// Keeps a sum in a register during a loop if the sum's address in memory is loop-invariant (scalar replacement). A loop
// that loads and stores the sum in each iteration must wait for store-to-load forwarding. Moreover, rows that run
// together cannot share the loop's other loads.
//
//   loop:  %s = load float, ptr %c          ; %c is the same in all iterations
//          ...
//          store float %sum, ptr %c
// becomes, if no lane's other loads overlap its %c,
//   loop:  %s = phi float [%first, ...], [%sum, %loop]
//   end:   store float %sum, ptr %c
//
// The compiler cannot prove that the addresses differ, because pointers of OpenCL kernels may alias. Therefore code
// before the loop compares the addresses of all accesses, and the original loop runs if any of these accesses overlap
// (loop versioning). The sum need not be in memory while the loop runs: nothing in the loop synchronizes, so a read by
// another work-item would be a data race (OpenCL C 3.0, section 3.3.6: a data race is undefined). If only some lanes
// reach the loop, only these lanes load and store the sum, and vote on whether the addresses overlap.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

/// Runs on linearized kernels.
struct PromoteReductions : llvm::PassInfoMixin<PromoteReductions> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
