// Makes functions in which work-items meet, and which are too large to be copied for each call (kept_functions.h),
// parts of the kernel once. Their calls jump there and say which of them it was; they jump back. So barriers, votes and
// what sub-groups do lie in one function, in which they mean what they meant. All other kept functions are called
// (ir/called_functions.h), for this flow has cycles with several entries and multiplies phis.
//
//   %a = call i32 @f(i32 %x)          store i32 %x, ptr %f.x
//   ...                               store i32 0, ptr %f.call
//   %b = call i32 @f(i32 %y)          br label %f
//   ...                             f.0:  %a = load i32, ptr %f.result ...
//                          becomes  f.1:  %b = load i32, ptr %f.result ...
//   define i32 @f(i32 %x) {         f:  ... store i32 %r, ptr %f.result
//     ... ret i32 %r                    %call = load i32, ptr %f.call
//   }                                   switch i32 %call, label %f.0 [ i32 1, label %f.1 ]
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/prepare/kept/kept_functions.h"

namespace lanewise::compiler {

/// Makes `functions`, which are called by the kernel and by each other, parts of it.
void share_bodies(llvm::Function& kernel, const KeptFunctions& functions);

}  // namespace lanewise::compiler
