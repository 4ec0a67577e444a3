// Records the packet sizes of a kernel's pipes, which Clang forgets when it generates code. They become metadata
// `pipe_packet_size` of the kernel: a number of bytes for each argument, 0 for arguments that are no pipes.
//
// Thread-safety: an object belongs to one run of the front end.
#pragma once

#include <clang/AST/DeclGroup.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/Module.h>

#include <cstdint>

namespace lanewise::compiler {

class PipePackets {
public:
    void take_from(clang::DeclGroupRef group);

    /// To be called when the module is complete.
    void put_on(llvm::Module& module) const;

private:
    llvm::StringMap<llvm::SmallVector<std::uint32_t, 4>> sizes_;  // by kernel
};

}  // namespace lanewise::compiler
