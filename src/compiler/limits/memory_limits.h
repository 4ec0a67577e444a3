// Refuses kernels whose variables no work-item can have, before any size is computed from them: all later
// sums and products of sizes fit into 64 bits. Thread-safe.
#pragma once

#include <cstdint>
#include <string>

namespace llvm {
class Function;
}

namespace lanewise::compiler {

namespace limit {

/// Private variables of a work-item, or local ones of a work-group: more is lent to no thread
/// (device/pool/worker_memory.h).
inline constexpr std::uint64_t variable_bytes = std::uint64_t{1} << 30;

/// Constants of a kernel: code generation takes some times as much memory.
inline constexpr std::uint64_t constant_bytes = std::uint64_t{64} << 20;

/// Private arrays that lie on the stack of a thread, which is the application's and may be small; larger ones are in
/// the worker's memory (group/spill_live_values.h).
inline constexpr std::uint64_t stack_bytes = 16 * 1024;

}  // namespace limit

/// False when the private variables along a chain of calls from `kernel`, or the `__local` variables of its module,
/// take more than `limit::variable_bytes`, or its constants more than `limit::constant_bytes`; `log` then says so.
bool check_memory_limits(llvm::Function& kernel, std::string& log);

}  // namespace lanewise::compiler
