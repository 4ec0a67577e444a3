// Pipes, reservations, queues, events, images and samplers in what the front end makes of a source: Clang has types of
// their own for them, of which nobody knows more than the name, and no pass can compute with them. From here on they
// are what kernels hold: a pipe the address of its memory (lanewise/pipe_layout.h), an image that of its descriptor
// (lanewise/image_descriptor.h), all others a word.
//
//   define spir_kernel void @k(target("spirv.Pipe", 1) %p)    define spir_kernel void @k(ptr addrspace(1) %p)
//   %id = alloca target("spirv.ReserveId")                    %id = alloca i64
//   %q = call target("spirv.Queue") @_Z17get_default_queuev() %q = call i64 @_Z17get_default_queuev()
//
// Thread-safety: free of state.
#pragma once

#include <llvm/IR/Module.h>

namespace lanewise::compiler {

void replace_opaque_types(llvm::Module& module);

}  // namespace lanewise::compiler
