// Takes `volatile` from local memory of kernels with barriers. There it says little: a work-group runs on one thread,
// and nobody else sees or changes a local variable between two meetings. Kernels that put it there (reductions of the
// time when warps needed it) would have every access made on its own. Atomic accesses stay as they are, and so do all
// of kernels without barriers and sub-groups, in which no other work-item may read what one wrote: these count on the
// accesses.
//
//   %v = load volatile i32, ptr addrspace(3) %p     ->     %v = load i32, ptr addrspace(3) %p
//
// Not where a work-item compares what it finds with what it wrote, to learn whether another one wrote there last
// (histograms of the time before local atomics do): those between two meetings run side by side, in lanes, and taking
// the value that was stored for what is found would make all of them the last. Such kernels keep their volatiles.
//
//   store volatile i32 %mine, ptr addrspace(3) %p
//   %found = load volatile i32, ptr addrspace(3) %p
//   %lost = icmp ne i32 %found, %mine
//
// Needs infer_address_spaces, which tells what is local. Puts private variables into registers where there is something
// to look at.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct PlainLocalMemory : llvm::PassInfoMixin<PlainLocalMemory> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
