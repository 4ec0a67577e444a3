// Refuses kernels whose variables are too large for any work-item. This happens before sizes are computed from them, so
// that all later sums and products of sizes fit into 64 bits.
// Thread-safety: functions without state.
#pragma once

#include <cstdint>
#include <string>

namespace llvm {
class Function;
}

namespace lanewise::compiler {

namespace limit {

/// Most bytes of a work-item's private variables, or of a work-group's local ones: no thread is lent more
/// (device/pool/worker_memory.h).
inline constexpr std::uint64_t variable_bytes = std::uint64_t{1} << 30;

/// Most bytes of a kernel's constants: code generation takes several times as much memory.
inline constexpr std::uint64_t constant_bytes = std::uint64_t{64} << 20;

/// Most bytes of private arrays on the stack of a thread, which belongs to the application and may be small. Larger
/// ones are in the worker's memory (group/spill_live_values.h).
inline constexpr std::uint64_t stack_bytes = 16 * 1024;

}  // namespace limit

/// Returns false, and says why in `log`, when `kernel` needs too much memory. Limits: `limit::variable_bytes` for the
/// private variables along a chain of calls from `kernel` and for the `__local` variables of its module,
/// `limit::constant_bytes` for its constants.
bool check_memory_limits(llvm::Function& kernel, std::string& log);

}  // namespace lanewise::compiler
