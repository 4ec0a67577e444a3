// Gives every cycle of the control flow one entry. In OpenCL C, a goto or a switch makes others: both
// can enter a loop in its middle. LLVM's FixIrreducible leads the entries to one new block that branches
// on; it takes every terminator for a branch, so switches are lowered first (of such functions only).
//
//   a: switch i32 %x, label %b [ 1, %c ]         a:     %x1 = icmp eq i32 %x, 1 ; br label %guard
//   b: br label %c                               guard: %to_b = phi i1 [ %notx1, %a ], [ ..., %c ]
//   c: br i1 %y, label %b, label %end                   br i1 %to_b, label %b, label %c
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct ReducibleFlow : llvm::PassInfoMixin<ReducibleFlow> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

/// Whether a cycle can be entered at more than one block.
bool has_irreducible_flow(llvm::Function& function);

}  // namespace lanewise::compiler
