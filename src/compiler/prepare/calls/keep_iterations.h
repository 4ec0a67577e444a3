// Keeps a sub-group operation in the loop iteration in which the source calls it, if the calling work-items leave the
// loop after that iteration:
//
//   for (;;) { if (x == sub_group_broadcast_first(x)) { n = sub_group_reduce_add(1); break; } }
//
// For LLVM, a block that only leads out of a loop is no part of the loop. `linearize` would run such a block after the
// loop, for all work-items that left in any iteration. So the pass gives the block a branch back to the loop's header
// that is never taken. The branch's condition `i1 @ocl.never()` is unknown until lanes are made. A block inside the
// loop with such a call gets this branch, too, if some iterations skip the block: simplifying the flow may find that
// the iteration that runs the block is always the last.
//
//   then: %n = call @ocl.sub_group_reduce...           then: %n = call @ocl.sub_group_reduce...
//         br label %for.end                                  %never = call i1 @ocl.never()
//                                                            br i1 %never, label %for.cond, label %then.rest
//
// A loop that a goto or a switch enters in several places is a cycle with several entries. Its blocks with calls branch
// to an extra block before the loop's first block. Work-items that enter the cycle in its middle reach this extra block
// in their first round, and run the calls before their entry in their second round. This holds even if no path leads
// from these calls to that entry.
//
//   do.body: %n = call @ocl.sub_group_reduce...        do.body:       %n = call @ocl.sub_group_reduce...
//            br i1 %all, label %do.end, label %sw.bb                  %never = call i1 @ocl.never()
//                                                                     br i1 %never, label %do.body.again, label %rest
//   sw.bb:   br label %do.body                         sw.bb:         br label %do.body.again
//                                                      do.body.again: call void @ocl.sub_group_barrier()
//                                                                     br label %do.body
//
// Marks of the front end say where loop statements begin and end (ir/loop_marks.h). So the pass runs before flow is
// simplified and functions are inlined. The pass runs again on the kernel after inlining, because calls in functions
// are then part of the callers' loops.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct KeepIterations : llvm::PassInfoMixin<KeepIterations> {
    /// `inlined` says that functions are inlined. Marks of loop ends may then be lost, so blocks after a loop stay
    /// unchanged.
    explicit KeepIterations(bool inlined = false) : inlined_(inlined) {}
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }

private:
    bool inlined_;
};

}  // namespace lanewise::compiler
