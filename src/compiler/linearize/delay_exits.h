// Moves a loop's exit at the latch, by which all remaining work-items leave together, to the start of the next
// iteration. This is done if work-items also leave the loop one by one. At the start the exit is plain
// (linearize/masks/divergence.h) and stays a branch; at the end of the iteration it would become masks.
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
