// Replaces volatile accesses to local memory by plain accesses between single-thread fences, which need no instruction.
// The optimizer neither moves nor merges accesses across a fence. One vector access can then serve all lanes of a
// chunk, whereas volatile accesses are made lane by lane.
//
//   store volatile i32 %mine, ptr addrspace(3) %p              fence syncscope("singlethread") seq_cst
//   %found = load volatile i32, ptr addrspace(3) %p     ->     store i32 %mine, ptr addrspace(3) %p
//                                                              fence syncscope("singlethread") seq_cst
//                                                              %found = load i32, ptr addrspace(3) %p
//
// "An object that has volatile-qualified type may be modified in ways unknown to the implementation ... any expression
// referring to such an object shall be evaluated strictly according to the rules of the abstract machine." (C99 6.7.3)
// Histograms that were written before local atomics existed rely on this rule: if a work-item reads back a value that
// differs from the value that it wrote, another work-item was the last to write. Atomic accesses are not changed.
//
// Runs after infer_address_spaces, which makes local accesses recognizable.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct PlainLocalMemory : llvm::PassInfoMixin<PlainLocalMemory> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
