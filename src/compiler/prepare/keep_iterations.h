// Keeps a call of a sub-group's operation in the iteration of the loop that the source has it in, when that is the last
// iteration of those work-items that come to the call:
//
//   for (;;) { if (x == sub_group_broadcast_first(x)) { n = sub_group_reduce_add(1); break; } }
//
// What leads nowhere but out of a loop is no part of it for LLVM, and `linearize` runs it for all work-items together
// that have left, whenever they did. So such a block gets a way back to the loop's header that nobody takes, by a
// condition that is not known before lanes are made: `i1 @ocl.never()`. So do blocks with such calls that some
// iterations do not reach, because simplifying flow may find out that they are the last.
//
//   then: %n = call @ocl.sub_group_reduce...           then: %n = call @ocl.sub_group_reduce...
//         br label %for.end                                  %never = call i1 @ocl.never()
//                                                            br i1 %never, label %for.cond, label %then.rest
//
// A loop that a goto or a switch enters in several places is a cycle with several entries. Its blocks with calls lead
// to a place before its first block that is not the same as that: those that enter further down come to this place in
// their first round, and to the calls above in their second, although nobody may ever go from there to where they
// enter.
//
//   do.body: %n = call @ocl.sub_group_reduce...        do.body:       %n = call @ocl.sub_group_reduce...
//            br i1 %all, label %do.end, label %sw.bb                  %never = call i1 @ocl.never()
//                                                                     br i1 %never, label %do.body.again, label %rest
//   sw.bb:   br label %do.body                         sw.bb:         br label %do.body.again
//                                                      do.body.again: call void @ocl.sub_group_barrier()
//                                                                     br label %do.body
//
// What is a loop, and where it ends, is told by the names that Clang gives to blocks. So this runs before flow is
// simplified or functions are inlined; and on the kernel again once they are, where calls in functions have come to
// stand in loops of their callers.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct KeepIterations : llvm::PassInfoMixin<KeepIterations> {
    /// `inlined`: blocks have lost their names, so what lies behind a loop is left alone.
    explicit KeepIterations(bool inlined = false) : inlined_(inlined) {}
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }

private:
    bool inlined_;
};

}  // namespace lanewise::compiler
