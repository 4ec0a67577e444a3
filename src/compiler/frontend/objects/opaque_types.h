// Replaces the opaque types of pipes, reservations, queues, events, images and samplers in the front end's output.
//
// Clang represents each of these types by a target extension type, and passes know only the name of such a type. After
// the replacement, a pipe is the address of its memory (lanewise/pipe_layout.h), and an image is the address of its
// descriptor (lanewise/image_descriptor.h). A value of any other opaque type is a 64-bit word.
//
//   define spir_kernel void @k(target("spirv.Pipe", 1) %p)    define spir_kernel void @k(ptr addrspace(1) %p)
//   %id = alloca target("spirv.ReserveId")                    %id = alloca i64
//   %q = call target("spirv.Queue") @_Z17get_default_queuev() %q = call i64 @_Z17get_default_queuev()
//
// Thread-safety: functions without state.
#pragma once

#include <llvm/IR/Module.h>

namespace lanewise::compiler {

void replace_opaque_types(llvm::Module& module);

}  // namespace lanewise::compiler
