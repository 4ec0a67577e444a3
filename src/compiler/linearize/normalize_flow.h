// Brings a kernel's control flow into the form that vectorization needs. There is one return that every block can
// reach, and no unreachable instruction. Loops have a preheader, one latch and dedicated exits, and values leave them
// in phis (LCSSA). A switch that decides whether a barrier is reached becomes a chain of comparisons. Lifetime markers
// and assumptions are dropped, since they hold for the flow of one work-item only.
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

/// Returns a block that contains the return `end` alone; splits its block if something comes before `end`.
llvm::BasicBlock* alone(llvm::Instruction* end);

}  // namespace lanewise::compiler
