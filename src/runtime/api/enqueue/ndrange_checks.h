// Makes an NDRange from the arguments of clEnqueueNDRangeKernel, with all checks of section 5.10.
#pragma once

#include "lanewise/ndrange.h"
#include "runtime/code/program_code.h"
#include "runtime/core/context.h"
#include "runtime/core/kernel.h"
#include "runtime/core/queue.h"

namespace lanewise::runtime::api {

/// Returns the kernel's code for the device of the queue. Throws CL_INVALID_CONTEXT or CL_INVALID_PROGRAM_EXECUTABLE.
inline const DeviceKernel& code_of(const Queue& queue, const Kernel& kernel) {
    // "CL_INVALID_CONTEXT if context associated with command_queue and kernel are not the same".
    check(&queue.context() == &kernel.context(), CL_INVALID_CONTEXT,
          "The kernel belongs to another context than command_queue. Create both in the same context.");
    // "CL_INVALID_PROGRAM_EXECUTABLE if there is no successfully built program executable available
    // for device associated with command_queue."
    const auto* code = kernel.code_for(queue.device());
    check(code, CL_INVALID_PROGRAM_EXECUTABLE,
          "The kernel's program has no executable for the device of command_queue. Build it for this device.");
    return *code;
}

/// Makes the NDRange. Chooses the local size if `local` is null. Throws CL_INVALID_WORK_DIMENSION,
/// CL_INVALID_GLOBAL_WORK_SIZE, CL_INVALID_GLOBAL_OFFSET, CL_INVALID_WORK_GROUP_SIZE or CL_INVALID_WORK_ITEM_SIZE.
NDRange check_ndrange(const Device& device, const CompiledKernel& kernel, cl_uint work_dim, const size_t* offset,
                      const size_t* global, const size_t* local);

/// Checks the sizes of a concurrent launch (cl_intel_concurrent_dispatch). Throws CL_INVALID_WORK_GROUP_SIZE or
/// CL_INVALID_VALUE.
void check_concurrent(const Kernel& kernel, const CompiledKernel& compiled, const NDRange& range, const size_t* local);

/// Returns the result of clGetKernelMaxConcurrentWorkGroupCountINTEL for work-groups of the range's local size.
std::uint64_t max_concurrent_groups(const Kernel& kernel, const CompiledKernel& compiled, const NDRange& range);

}  // namespace lanewise::runtime::api
