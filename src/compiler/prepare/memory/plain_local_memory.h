// Makes volatile accesses to local memory plain ones between fences, which cost no instruction. The optimizer moves and
// joins no accesses across a fence. The lanes of a chunk then share one vector access, whereas volatile accesses would
// be made lane by lane.
//
//   store volatile i32 %mine, ptr addrspace(3) %p              fence syncscope("singlethread") seq_cst
//   %found = load volatile i32, ptr addrspace(3) %p     ->     store i32 %mine, ptr addrspace(3) %p
//                                                              fence syncscope("singlethread") seq_cst
//                                                              %found = load i32, ptr addrspace(3) %p
//
// "An object that has volatile-qualified type may be modified in ways unknown to the implementation ... any expression
// referring to such an object shall be evaluated strictly according to the rules of the abstract machine." (C99 6.7.3)
// Histograms written before there were local atomics count on it: a work-item that reads another value than it wrote
// was not the last to write there. Atomic accesses stay as they are.
//
// Needs infer_address_spaces, which finds out which accesses are local.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct PlainLocalMemory : llvm::PassInfoMixin<PlainLocalMemory> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
