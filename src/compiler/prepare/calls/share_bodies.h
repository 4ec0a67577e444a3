// Moves functions in which work-items meet into the kernel, once for all calls, if copies would be too large
// (kept_functions.h). A call stores its number and jumps to the body, which jumps back to the call of that number. So
// barriers, votes and sub-group operations lie in one function and keep their meaning. All other kept functions are
// called (ir/calls/called_functions.h), because this flow has cycles with several entries and multiplies phis.
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

/// Makes `functions` parts of the kernel; the kernel and other functions of the list call them.
void share_bodies(llvm::Function& kernel, const KeptFunctions& functions);

}  // namespace lanewise::compiler
