// Moves the body of a function into the kernel, once for all calls. The pass does this for functions with barriers,
// votes or sub-group operations, if a copy for each call would be too large (kept_functions.h). A call stores its
// number and jumps to the body, which jumps back to the call with that number. As a result, one function contains all
// of these operations, as later passes need. All other kept functions stay functions (ir/calls/called_functions.h),
// because jumps to and from a shared body can make cycles with several entries, and need many phis.
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

/// Moves the bodies of `functions` into the kernel. Only the kernel and other members of `functions` may call
/// `functions`.
void share_bodies(llvm::Function& kernel, const KeptFunctions& functions);

}  // namespace lanewise::compiler
