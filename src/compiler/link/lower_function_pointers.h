// Replaces function pointers by numbers, and calls through pointers by branches to calls of the numbered functions. The
// pipeline inlines all functions into the kernels, so it must know the possible callees. If the pointers of lanes
// differ, the lanes call the different functions one after another.
//
//   %p = select i1 %c, ptr @f, ptr @g      %p = select i1 %c, ptr inttoptr (i64 1 to ptr), ptr inttoptr (...)
//   %r = call i32 %p(i32 %x)               %n = ptrtoint ptr %p to i64
//                                          switch i64 %n, label %after [ i64 1, label %call.f
//                                                                        i64 2, label %call.g ]
//
// A call may lead to every noted function of its type, so that functions seem to call each other in a cycle;
// recursion/separate_chains.h removes such cycles.
//
// The front end notes the functions to which pointers may point (ir/calls/function_pointers.h). A call through a
// pointer is undefined behaviour if the pointer points to none of these functions; the call then does nothing, and its
// result is 0.
//
// Requires that the program was linked completely.
// Thread-safety: a module belongs to one thread.
#pragma once

#include <llvm/IR/Module.h>

namespace lanewise::compiler {

void lower_function_pointers(llvm::Module& program);

}  // namespace lanewise::compiler
