// Refuses kernels whose variables no work-item can have, before any size is computed from them: all later
// sums and products of sizes fit into 64 bits. Thread-safe.
#pragma once

#include <string>

namespace llvm {
class Module;
}

namespace lanewise::compiler {

/// False when the private variables of one function, or the `__local` variables of the module, take more
/// than a gibibyte, which no thread lends (device/pool/worker_memory.h), or its constants more than there should be
/// memory for while they are compiled; `log` then says so.
bool check_memory_limits(const llvm::Module& module, std::string& log);

}  // namespace lanewise::compiler
