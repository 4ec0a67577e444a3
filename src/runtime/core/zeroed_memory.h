// Memory that kernels find filled with zeros (cl_khr_initialize_memory). The compiler adds stores for variables
// (src/compiler/link/zero_memory.h). The size of a `__local` argument is known only at launch, so the functions of this
// file fill all local memory of each work-group with zeros. Thread-safety: functions without state.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/kernel/launch.h"
#include "runtime/core/context.h"

namespace lanewise::runtime {

/// Returns the value of the context's property CL_CONTEXT_MEMORY_INITIALIZE_KHR, or 0.
cl_context_memory_initialize_khr zeroed_memory(const Context& context) noexcept;

/// Runs the work-groups one by one, each with local memory full of zeros.
device::Outcome run_zeroed(std::uint64_t local_bytes, const device::Launch& launch, const std::byte* arguments,
                           std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory,
                           void* enqueues) noexcept;

/// Whether a launch must fill the `local_bytes` bytes of local memory of each work-group with zeros.
inline bool zeroes_local_memory(const Context& context, std::uint64_t local_bytes) noexcept {
    return local_bytes != 0 && !context.properties().empty() &&
           (zeroed_memory(context) & CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR) != 0;
}

/// Calls Launch::run(). If `zeroes_local` is true, fills the `local_bytes` bytes of local memory with zeros before each
/// work-group.
inline device::Outcome run_groups(bool zeroes_local, std::uint64_t local_bytes, const device::Launch& launch,
                                  const std::byte* arguments, std::uint64_t first, std::uint64_t count,
                                  device::WorkerMemory& memory, void* enqueues) noexcept {
    return zeroes_local ? run_zeroed(local_bytes, launch, arguments, first, count, memory, enqueues)
                        : launch.run(arguments, first, count, memory, enqueues);
}

}  // namespace lanewise::runtime
