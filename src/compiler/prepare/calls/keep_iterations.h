// Keeps a sub-group operation in the loop iteration in which the source calls it, if the calling work-items leave the
// loop after that iteration:
//
//   for (;;) { if (x == sub_group_broadcast_first(x)) { n = sub_group_reduce_add(1); break; } }
//
// LLVM does not count a block as part of a loop if no path leads from the block back to the loop's header. `linearize`
// would run this block after the loop, for the work-items of all iterations together. Therefore the pass adds a branch
// from the block to the loop's header; this branch is never taken. The branch's condition `i1 @ocl.never()` becomes the
// constant false only when the kernel is widened. If some iterations skip a block inside the loop, and the block
// contains a sub-group operation, the block also gets this branch. Without this branch, a pass that simplifies the flow
// might move the block out of the loop. This could happen if an iteration that runs the block is always the last one.
//
//   then: %n = call @ocl.sub_group_reduce...           then: %n = call @ocl.sub_group_reduce...
//         br label %for.end                                  %never = call i1 @ocl.never()
//                                                            br i1 %never, label %for.cond, label %then.rest
//
// A loop that a goto or a switch enters at several blocks is a cycle with several entries. In such a cycle, blocks with
// sub-group operations branch to an extra block before the cycle's first block. Work-items that enter the cycle in its
// middle run the rest of their first iteration and then reach this extra block. Only after that, in their second
// iteration, do these work-items run the calls at the start of the cycle. The order is the same if the block with these
// calls always leaves the loop.
//
//   do.body: %n = call @ocl.sub_group_reduce...        do.body:       %n = call @ocl.sub_group_reduce...
//            br i1 %all, label %do.end, label %sw.bb                  %never = call i1 @ocl.never()
//                                                                     br i1 %never, label %do.body.again, label %rest
//   sw.bb:   br label %do.body                         sw.bb:         br label %do.body.again
//                                                      do.body.again: call void @ocl.sub_group_barrier()
//                                                                     br label %do.body
//
// The front end marks where loop statements begin and end (ir/loop_marks.h). Simplifying the flow may remove these
// marks, so the pass runs before the flow is simplified and functions are inlined. The pass runs again on the kernel
// after inlining, because calls from inlined functions are then in loops of their callers.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct KeepIterations : llvm::PassInfoMixin<KeepIterations> {
    /// `inlined`: whether functions are already inlined. Marks of loop ends may then be missing, so blocks after a loop
    /// stay unchanged.
    explicit KeepIterations(bool inlined = false) : inlined_(inlined) {}
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }

private:
    bool inlined_;
};

}  // namespace lanewise::compiler
