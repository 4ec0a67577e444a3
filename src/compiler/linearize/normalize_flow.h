// Brings a kernel's control flow into the form that vectorization needs: one return that every block
// can reach, no unreachable instruction, loops with a preheader, one latch and exits of their own, values
// that leave a loop in phis (LCSSA), a switch that decides whether a barrier is reached as a chain of
// comparisons. Drops what speaks of one work-item's flow only: lifetime markers, assumptions.
//
//   entry: br i1 %c, label %a, label %b          entry: br i1 %c, label %a, label %return
//   a:     ... ret void                          a:     ... br label %return
//   b:     ret void                              return: ret void
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct NormalizeFlow : llvm::PassInfoMixin<NormalizeFlow> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

/// The block of a return that stands there alone, split off where something comes before it.
llvm::BasicBlock* alone(llvm::Instruction* end);

}  // namespace lanewise::compiler
