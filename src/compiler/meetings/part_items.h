// What the work-items of a group do once they disagreed in a vote (group_votes.h): each goes on by itself to the
// barrier that is next for it, or to the end of the kernel. There it waits until all have come so far; then all go on
// behind the barriers they stand at. For that the kernel gets a second copy of its blocks, in which a barrier only
// notes where the work-item goes on, in a loop around one barrier that all work-items meet at. No branch of the copy
// decides whether they do, so each may go its own way: under masks, as in a kernel without barriers.
//
//   b.parted: call void @ocl.parted()          b.parted:  %first = select i1 %c, i32 1, i32 2
//             br label %return                            br label %alone
//                                              alone:     call void @ocl.parted()
//                                                         br label %dispatch
//                                              dispatch:  %next = phi i32 [ %first, %alone ], [ %then, %meet ]
//                                                         switch i32 %next, label %meet [ i32 1, label %t.own
//                                                                                         i32 2, label %f.own
//                                                                                         i32 3, label %behind.own ]
//   wait:     call void @ocl.barrier(i32 1)    wait.own:  br label %meet
//             br label %behind
//                                              meet:      %then = phi i32 [ %next, %dispatch ], [ 3, %wait.own ],
//                                                                         [ 0, %return.own ] ...
//                                                         call void @ocl.barrier(i32 3)
//                                                         %on = icmp ne i32 %then, 0
//                                                         %v = call i32 @ocl.group_vote(i1 %on)
//                                                         %none = icmp eq i32 %v, 1
//                                                         br i1 %none, label %return, label %dispatch
//
// Work-items that have returned are not waited for. A program in which others wait at different barriers has no
// meaning in OpenCL C (6.15.8); here all go on, as where barriers are counted.
//
// In kernels that tell sub-groups, the copy's loops begin where the kernel's do, though work-items enter them where
// they parted, or behind a barrier (ReducibleFlow's headers). Else another block would head the loop, and work-items
// would come to an operation of the next round while others of their sub-group still wait for it behind that block.
//
// Needs and keeps the form that NormalizeFlow makes.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct PartItems : llvm::PassInfoMixin<PartItems> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

/// The same for all work-items from the start on, without votes and without a copy: the kernel's entry leads to the
/// loop, and all that follows it is in the loop.
struct PartFromTheStart : llvm::PassInfoMixin<PartFromTheStart> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
