// Pipes and reservations in what the front end makes of a source: Clang has types of their own for them, of which
// nobody knows more than the name. A pipe becomes the address of its memory, a reserve_id_t the number that the
// builtins keep in it (lanewise/pipe_layout.h):
//
//   define spir_kernel void @k(target("spirv.Pipe", 1) %p)    define spir_kernel void @k(ptr addrspace(1) %p)
//   %id = alloca target("spirv.ReserveId")                    %id = alloca i64
//
// Thread-safety: free of state.
#pragma once

#include <llvm/IR/Module.h>

namespace lanewise::compiler {

void replace_pipe_types(llvm::Module& module);

}  // namespace lanewise::compiler
