// Pipes and reservations in what the front end makes of a source: Clang has types of their own for them, of which
// nobody knows more than the name. A pipe becomes the address of its memory, a reserve_id_t the number that the
// builtins (src/builtins/pipe.h) keep in it:
//
//   define spir_kernel void @k(target("spirv.Pipe", 1) %p)    define spir_kernel void @k(ptr addrspace(1) %p)
//   %id = alloca target("spirv.ReserveId")                    %id = alloca i64
//
// And how large the packets of a kernel's pipes are, which Clang forgets when it makes code: kept as metadata
// `pipe_packet_size` of the kernel, one number for each argument, 0 for those that are no pipes.
//
// Thread-safety: an object belongs to one run of the front end, the function works on its module alone.
#pragma once

#include <clang/AST/DeclGroup.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/Module.h>

#include <cstdint>

namespace lanewise::compiler {

void replace_pipe_types(llvm::Module& module);

class PipePackets {
public:
    void take_from(clang::DeclGroupRef group);

    /// When the module is complete.
    void put_on(llvm::Module& module) const;

private:
    llvm::StringMap<llvm::SmallVector<std::uint32_t, 4>> sizes_;  // by kernel
};

}  // namespace lanewise::compiler
