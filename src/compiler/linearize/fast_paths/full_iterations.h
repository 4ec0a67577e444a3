// Copies loops that work-items leave one by one: the copy has no masks and runs the iterations that all work-items of
// the chunk run. In `for (i = local_id; i < n; i += local_size)` these are all iterations but the last:
//
//   head: %i = phi [%id, %entry], [%i2, %body]        head.all: %i.all = phi [%id, %entry], [%i2.all, %body.all]
//         %c = icmp slt i32 %i, %n                              %c.all = icmp slt i32 %i.all, %n
//         br i1 %c, label %body, label %left                    %all = call i1 @ocl.all(i1 %c.all)
//   body: ...                                                   br i1 %all, label %body.all, label %head.rest
//         %i2 = add i32 %i, %size                     body.all: ...
//         br label %head                                        %i2.all = add i32 %i.all, %size
//   left: ...                                                   br label %head.all
//                                                     head.rest: br label %head
//                                                     head: %i = phi [%i.all, %head.rest], [%i2, %body]
//                                                           ...
//
// All work-items leave the copied loop together, so this loop needs no masks. When any work-item takes an exit, all
// work-items continue in the original loop, which repeats this iteration with masks. Therefore the code before an exit
// must be safe to run twice.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// Splits the loops of `function`; returns whether any loop was split. `instructions` is the number of instructions
/// that may be copied; the call reduces it by the number of copied instructions. Blocks of the original loops, which
/// run the remaining iterations, are added to `rest`. Needs and keeps the form that NormalizeFlow makes.
bool split_full_iterations(llvm::Function& function, unsigned& instructions,
                           llvm::SmallPtrSetImpl<llvm::BasicBlock*>& rest);

}  // namespace lanewise::compiler
