// Lets the work-items of a group continue after they disagreed in a vote (group_votes.h).
//
// Each work-item continues by itself to its next barrier, or to the end of the kernel, and waits there for all others.
// Then all work-items continue after their barriers. For this purpose, the kernel gets a copy of its blocks, in a loop
// with one barrier at which all work-items meet. A barrier in the copy only records the block where the work-item
// continues. No branch of the copy decides whether work-items meet. Work-items may therefore diverge at each branch and
// run under masks, as in a kernel without barriers.
//
//   b.parted: call void @ocl.parted()          b.parted:  %first = select i1 %c, i32 1, i32 2
//             br label %return                            br label %alone
//                                              alone:     call void @ocl.parted()
//                                                         br label %dispatch
//                                              dispatch:  %next = phi i32 [ %first, %alone ], [ %then, %meet ]
//                                                         switch i32 %next, label %meet [ i32 1, label %t.own
//                                                                                         i32 2, label %f.own
//                                                                                         i32 3, label %after.own ]
//   wait:     call void @ocl.barrier(i32 1)    wait.own:  br label %meet
//             br label %after
//                                              meet:      %then = phi i32 [ %next, %dispatch ], [ 3, %wait.own ],
//                                                                         [ 0, %return.own ] ...
//                                                         call void @ocl.barrier(i32 3)
//                                                         %on = icmp ne i32 %then, 0
//                                                         %v = call i32 @ocl.group_vote(i1 %on)
//                                                         %none = icmp eq i32 %v, 1
//                                                         br i1 %none, label %return, label %dispatch
//
// Work-items at a barrier do not wait for work-items that have returned. If work-items wait at different barriers, the
// behaviour is undefined in OpenCL C (6.15.8). This implementation lets all these work-items continue, as if they had
// reached the same barrier.
//
// In kernels that use sub-groups, each copied loop keeps its original header: these headers are passed to
// ReducibleFlow. Work-items enter the copied loops at the blocks where they diverged, or after a barrier. With another
// block as header, a work-item could reach an operation in the next iteration while other work-items of its sub-group
// still wait at this operation in the current iteration.
//
// Needs and preserves the form that NormalizeFlow makes.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct PartItems : llvm::PassInfoMixin<PartItems> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

/// Makes each work-item run by itself from the start, without votes and without a copy of blocks. The kernel's entry
/// branches to a loop that contains all other blocks.
struct PartFromTheStart : llvm::PassInfoMixin<PartFromTheStart> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
