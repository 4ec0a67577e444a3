#include "runtime/core/zeroed_memory.h"

#include <cstring>

namespace lanewise::runtime {

cl_context_memory_initialize_khr zeroed_memory(const Context& context) noexcept {
    const std::span<const cl_context_properties> list = context.properties();
    for (std::size_t i = 0; i + 1 < list.size(); i += 2)
        if (list[i] == CL_CONTEXT_MEMORY_INITIALIZE_KHR)
            return static_cast<cl_context_memory_initialize_khr>(list[i + 1]);
    return 0;
}

device::Outcome run_zeroed(std::uint64_t local_bytes, const device::Launch& launch, const std::byte* arguments,
                           std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory,
                           void* enqueues) noexcept {
    device::Outcome outcome;
    for (std::uint64_t group = first; group < first + count && outcome.is_good(); ++group) {
        // Launch::run() later reserves the same memory, which then still contains the zeros.
        if (!memory.reserve(local_bytes, 0)) return {true, {}, group};
        std::memset(memory.worker({}, nullptr).local_memory, 0, local_bytes);
        outcome = launch.run(arguments, group, 1, memory, enqueues);
    }
    return outcome;
}

}  // namespace lanewise::runtime
