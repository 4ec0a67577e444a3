// Copies the code under a divergent condition to make a version without masks (code versioning). The copy runs in the
// usual case that the condition is true for all work-items of the chunk. Examples are `if (i < n)` and the interior of
// a stencil.
//
//   head: %c = icmp slt i32 %i, %n            head: %t = icmp slt i32 %i, %n
//         br i1 %c, label %then, label %join        %all = call i1 @ocl.all(i1 %t)
//   then: store ...                                 br i1 %all, label %then.all, label %head.some
//         br label %join                      head.some: %c = icmp slt i32 %i, %n
//                                                   br i1 %c, label %then, label %join
//                                             then: ...
//                                             then.all: store ...
//                                                   br label %join
//
// If the condition only compares ids with uniform values, `widen` lowers `ocl.all` to two scalar comparisons, without a
// mask. The size of copies is limited, so that the code at most doubles. Runs before Linearize; needs and keeps the
// form that NormalizeFlow makes.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct FastPaths : llvm::PassInfoMixin<FastPaths> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};

}  // namespace lanewise::compiler
