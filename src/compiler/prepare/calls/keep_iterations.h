// Keeps a sub-group operation in the loop iteration in which the source calls it, if the calling work-items leave the
// loop after that iteration:
//
//   for (;;) { if (x == sub_group_broadcast_first(x)) { n = sub_group_reduce_add(1); break; } }
//
// LLVM does not count a block that only leads out of a loop as part of the loop. `linearize` would run such a block for
// all work-items that have left, in whichever iteration. So the pass gives the block a branch back to the loop's header
// that is never taken. Its condition is unknown until lanes are made: `i1 @ocl.never()`. A block with such a call that
// some iterations skip gets this branch, too: simplifying the flow may find that its iteration is always the last.
//
//   then: %n = call @ocl.sub_group_reduce...           then: %n = call @ocl.sub_group_reduce...
//         br label %for.end                                  %never = call i1 @ocl.never()
//                                                            br i1 %never, label %for.cond, label %then.rest
//
// A loop that a goto or a switch enters in several places is a cycle with several entries. Its blocks with calls branch
// to an extra block before the loop's first block. Work-items that enter further down reach this extra block in their
// first round, and the calls above their entry in their second round. This holds even if no path leads from those calls
// to their entry.
//
//   do.body: %n = call @ocl.sub_group_reduce...        do.body:       %n = call @ocl.sub_group_reduce...
//            br i1 %all, label %do.end, label %sw.bb                  %never = call i1 @ocl.never()
//                                                                     br i1 %never, label %do.body.again, label %rest
//   sw.bb:   br label %do.body                         sw.bb:         br label %do.body.again
//                                                      do.body.again: call void @ocl.sub_group_barrier()
//                                                                     br label %do.body
//
// Loops and their ends are recognized by the front end's marks (ir/loop_marks.h). So the pass runs before flow is
// simplified and functions are inlined. It runs on the kernel again after inlining, when calls in functions have become
// part of their callers' loops.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct KeepIterations : llvm::PassInfoMixin<KeepIterations> {
    /// `inlined`: marks of a loop's end may be lost, so blocks after a loop are left alone.
    explicit KeepIterations(bool inlined = false) : inlined_(inlined) {}
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }

private:
    bool inlined_;
};

}  // namespace lanewise::compiler
