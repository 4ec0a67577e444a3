// Moves a loop's exit from the latch to the start of the next iteration. Moves the exit only if all remaining
// work-items take this exit together, and the loop also has a divergent exit. At the start of an iteration, the exit is
// a plain exit (linearize/masks/divergence.h) and stays a branch. At the end of an iteration, the exit would have to be
// computed with masks.
//
//   loop:  %k = phi [0, %entry], [%k2, %latch]      loop:  %k = phi [0, %entry], [%k2, %latch]
//          br %varying, %latch, %left                      %done = phi [false, %entry], [%c, %latch]
//   latch: %k2 = add %k, 1                                 %k3 = phi [poison, %entry], [%k2, %latch]
//          %c = icmp ugt %k2, 100                          br %done, %exit, %loop.body
//          br %c, %exit, %loop                      loop.body:
//   exit:  phi [%k2, %latch]                               br %varying, %latch, %left
//                                                   latch: ...
//                                                          br %loop
//                                                   exit:  phi [%k3, %loop]
//
// Needs and keeps the form that NormalizeFlow makes.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct DelayExits : llvm::PassInfoMixin<DelayExits> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};

}  // namespace lanewise::compiler
