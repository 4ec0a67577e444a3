// Keeps large structures and arrays in memory. Code from OpenCL C has such objects only in memory. As values of LLVM's
// IR, such objects are slow to compile, since LLVM handles each part of an object separately.
//
//   %a = load [500 x i32], ptr %p              call void @llvm.memcpy(ptr %a.place, ptr %p, i64 2000)
//   %b = insertvalue [500 x i32] %a, i32 1, 7  store i32 1, ptr (%a.place + 28)      ; the only use of %a
//   store [500 x i32] %b, ptr %q               call void @llvm.memcpy(ptr %q, ptr %a.place, i64 2000)
//
// Thread-safety: a function belongs to one thread.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler::il {

/// Replaces values with more than `most_parts_of_values` parts by variables. Arguments and results of functions stay
/// values.
void keep_large_values_in_memory(llvm::Function& function);

}  // namespace lanewise::compiler::il
