// Lets the work-items of a group continue after they disagreed in a vote (group_votes.h).
//
// Each continues by itself to its next barrier, or to the end of the kernel. There it waits until all have come so far;
// then all continue after their barriers. For this the kernel gets a second copy of its blocks, in a loop around one
// barrier at which all work-items meet. A barrier of the copy only records the place where the work-item continues. No
// branch of the copy decides whether work-items meet, so each may go its own way: under masks, as in a kernel without
// barriers.
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
// Returned work-items are not waited for. A program in which others wait at different barriers is undefined in OpenCL C
// (6.15.8). Here all work-items continue, as if barriers were counted.
//
// In kernels that use sub-groups, the copy's loops keep the kernel's headers (ReducibleFlow's headers), although
// work-items enter the loops where they diverged, or after a barrier. With another block as header, work-items would
// reach an operation of the next iteration while others of their sub-group still wait for it after that block.
//
// Needs and keeps the form that NormalizeFlow makes.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct PartItems : llvm::PassInfoMixin<PartItems> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

/// Does the same for all work-items from the start on, without votes and without a copy. The kernel's entry leads to
/// the loop, and all other blocks are in the loop.
struct PartFromTheStart : llvm::PassInfoMixin<PartFromTheStart> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
