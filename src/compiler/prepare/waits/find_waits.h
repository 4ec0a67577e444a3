// Finds kernels whose sub-groups may wait for each other, and prepares them (docs/design/waiting.md). These kernels get
// fact::waits and fact::uses_sub_groups. `ocl.wait_turn` marks the places where a waiting sub-group lets other
// sub-groups run: the ends of the iterations of loops that may wait (waiting_loops.h).
//
//   while (atomic_load(flag) == 0) ;     loop: %v = load atomic i32, ptr addrspace(3) %flag ...
//                                              ...
//                                        body: call void @ocl.wait_turn()
//                                              br label %loop
//
// Work-group functions rely on the order in which work-items run from one barrier to the next, but this order changes
// when sub-groups wait. Therefore the pass inserts a barrier before each use of `ocl.group_scratch`.
//
// Only kernels that use sub-groups or device barriers are examined. Other kernels may also have loops that read
// atomics, such as loops that retry an exchange. These loops almost never wait for a sub-group, and would be slower if
// each sub-group had its own stack.
//
// Runs after functions are inlined, and before the flow is simplified. All other kernels stay unchanged.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct FindWaits : llvm::PassInfoMixin<FindWaits> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
