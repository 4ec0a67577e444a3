// Refuses kernels whose variables are too large for any work-item. The check runs before the compiler adds and
// multiplies sizes of variables, so that all results fit into 64 bits.
// Thread-safety: functions without state.
#pragma once

#include <cstdint>
#include <string>

namespace llvm {
class Function;
}

namespace lanewise::compiler {

namespace limit {

/// Maximum size, in bytes, of a work-item's private variables, and of a work-group's local variables. The thread pool
/// provides only this much memory for each thread (device/pool/worker_memory.h).
inline constexpr std::uint64_t variable_bytes = std::uint64_t{1} << 30;

/// Maximum size of a kernel's constants, in bytes. Code generation needs several times as much memory as the constants.
inline constexpr std::uint64_t constant_bytes = std::uint64_t{64} << 20;

/// Maximum size, in bytes, of private arrays on a thread's stack. The thread may belong to the application and have a
/// small stack. Larger arrays are in the worker's memory (group/spill_live_values.h).
inline constexpr std::uint64_t stack_bytes = 16 * 1024;

}  // namespace limit

/// Returns true if `kernel` does not exceed the limits on memory; otherwise writes an error to `log` and returns false.
/// `limit::variable_bytes` limits the private variables along a chain of calls from `kernel`, and the module's
/// `__local` variables; `limit::constant_bytes` limits the module's constants.
bool check_memory_limits(llvm::Function& kernel, std::string& log);

}  // namespace lanewise::compiler
