// Records the packet sizes of a kernel's pipes, which Clang's IR does not contain. The metadata `pipe_packet_size` of
// the kernel holds the packet size in bytes for each argument, or 0 for arguments that are not pipes.
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

    /// Adds the metadata `pipe_packet_size` to the kernels of `module`, which must be complete.
    void put_on(llvm::Module& module) const;

private:
    llvm::StringMap<llvm::SmallVector<std::uint32_t, 4>> sizes_;  // kernel name -> packet size of each argument
};

}  // namespace lanewise::compiler
