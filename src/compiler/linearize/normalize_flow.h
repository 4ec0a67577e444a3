// Brings a kernel's control flow into the form that vectorization needs. The kernel gets one return, which every block
// can reach, and no unreachable instruction. Loops get a preheader, one latch and dedicated exits, and values leave
// loops in phis (LCSSA). A switch that decides whether a barrier is reached becomes a chain of comparisons. Lifetime
// markers and assumptions are dropped, since they are valid only for the control flow of one work-item.
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

/// Returns a block that contains only the return `end`; splits the block of `end` if that block has other instructions.
llvm::BasicBlock* alone(llvm::Instruction* end);

}  // namespace lanewise::compiler
