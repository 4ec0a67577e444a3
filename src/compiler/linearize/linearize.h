// Replaces divergent control flow of a scalar kernel by masks (docs/ir.md, "Between linearize and widen"). The kernel
// can then run for the W work-items of a chunk at once. Uniform branches and loops stay.
//
//   entry: br i1 %c, label %a, label %b          entry: %n = xor i1 %c, true
//   a:     store ...                                     %any = call i1 @ocl.any(i1 %c)
//          br label %join                                br i1 %any, label %a, label %after
//   b:     %x = add ...                          a:      call void @ocl.mask(i1 %c)
//          br label %join                                store ...
//   join:  %p = phi [0, %a], [%x, %b]                    br label %after
//                                                after:  br label %b
//                                                b:      call void @ocl.mask(i1 %n)
//                                                        %x = add ...
//                                                        %s = select i1 %n, i32 %x, i32 0
//                                                        br label %join
//                                                join:   %p = phi [%s, %b]
//
//   loop:  ...                                   loop:   %live = phi i1 [true, ...], [%on, %loop]
//          br i1 %c, label %loop, label %exit            %kept = phi i32 [poison, ...], [%next, %loop]
//   exit:  use of %i                                     call void @ocl.mask(i1 %live)
//                                                        ...
//                                                        %on = select i1 %live, i1 %c, i1 false
//                                                        %off = select i1 %live, i1 %nc, i1 false
//                                                        %next = select i1 %off, i32 %i, i32 %kept
//                                                        %any = call i1 @ocl.any(i1 %on)
//                                                        br i1 %any, label %loop, label %exit
//
// Needs the form that NormalizeFlow makes. Handles any reducible control flow; kernels with irreducible flow stay
// unchanged. Each edge and each phi adds a constant amount of code.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct Linearize : llvm::PassInfoMixin<Linearize> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
