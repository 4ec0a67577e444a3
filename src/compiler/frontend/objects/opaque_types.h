// Replaces the opaque types of pipes, reservations, queues, events, images and samplers in the front end's output.
//
// Clang has a target type for each, of which passes know only the name, and with which they cannot compute. Afterwards
// a pipe is the address of its memory (lanewise/pipe_layout.h), an image the address of its descriptor
// (lanewise/image_descriptor.h), and any other a word.
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
