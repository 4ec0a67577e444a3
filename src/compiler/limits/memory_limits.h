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

/// Maximum size, in bytes, of a work-item's private variables, or of a work-group's local variables. The pool gives a
/// thread no more memory (device/pool/worker_memory.h).
inline constexpr std::uint64_t variable_bytes = std::uint64_t{1} << 30;

/// Maximum size of a kernel's constants, in bytes. Code generation takes several times as much memory.
inline constexpr std::uint64_t constant_bytes = std::uint64_t{64} << 20;

/// Maximum size of private arrays on a thread's stack, in bytes: the thread belongs to the application, and its stack
/// may be small. Larger arrays are in the worker's memory (group/spill_live_values.h).
inline constexpr std::uint64_t stack_bytes = 16 * 1024;

}  // namespace limit

/// Returns true if `kernel` keeps to the limits on memory; otherwise writes an error to `log` and returns false.
/// `limit::variable_bytes` limits the private variables along a chain of calls from `kernel`, and the `__local`
/// variables of its module; `limit::constant_bytes` limits its constants.
bool check_memory_limits(llvm::Function& kernel, std::string& log);

}  // namespace lanewise::compiler
