// Bounds what inlining makes of a kernel: functions may call each other twice on each of dozens of levels. Where
// the kernel would become too large (budget.h), a function that is called from several places and is not small
// becomes part of the kernel once. Its calls jump there and say which of them it was; it jumps back. So there is
// still one function, in which barriers, ids and local memory mean what they meant.
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

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Function.h>

#include <cstdint>

namespace lanewise::compiler {

/// Instructions of the kernel when every call of a defined function is inlined. Needs: no recursion.
std::uint64_t inlined_size(llvm::Function& kernel);

using SharedFunctions = llvm::SetVector<llvm::Function*>;

/// The functions of the kernel's module whose bodies its calls have to share; none when all can be inlined.
/// Needs: no recursion.
SharedFunctions choose_shared_functions(llvm::Function& kernel);

/// Makes `functions`, which are called by the kernel and by each other, parts of it.
void share_bodies(llvm::Function& kernel, const SharedFunctions& functions);

}  // namespace lanewise::compiler
