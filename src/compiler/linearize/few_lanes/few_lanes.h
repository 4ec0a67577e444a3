// What only few lanes of a chunk are left for they do one after the other, where that is much: what one lane does in a
// loop of gathers costs as much as if all did it.
//
//   head: br i1 %c, label %then, label %join      head: br i1 %c, label %ask, label %join
//   then: ... loops, look-ups ...                 ask:  %on = call i32 @ocl.lanes_total(i32 1)
//         br label %join                                %few = icmp ule i32 %on, 2
//   join: %z = phi [%y, %then], ...                     br i1 %few, label %few, label %then
//                                                 few:  %r = call { float } @k.arm(...)      ; lane after lane
//                                                       br label %met
//                                                 then: ...
//                                                       br label %left
//                                                 left: %l = phi [%y, %then]
//                                                       br label %met
//                                                 met:  %m = phi [%l, %left], [%r.0, %few]
//                                                       br label %join
//
// Loops that lanes leave one by one are asked so before each iteration, and their function goes on with that.
// Not where a condition only compares ids with what is the same for all: most chunks are then all there, or none is.
//
// Runs before Linearize; needs and keeps the form that NormalizeFlow makes.
#pragma once

#include <llvm/IR/PassManager.h>

#include "compiler/linearize/few_lanes/turns_that_pay.h"

namespace lanewise::compiler {

/// Whether there are such, before anything else is made of the kernel.
bool has_rare_arms(llvm::Function& function, const Lanes& lanes);

struct FewLanes : llvm::PassInfoMixin<FewLanes> {
    /// Nothing is done with fewer than two lanes.
    explicit FewLanes(const Lanes& lanes) : lanes_(lanes) {}
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }

private:
    Lanes lanes_;
};

}  // namespace lanewise::compiler
