// Makes an NDRange from the arguments of clEnqueueNDRangeKernel, with all checks of section 5.10.
#pragma once

#include "lanewise/ndrange.h"
#include "runtime/code/program_code.h"
#include "runtime/core/device.h"

namespace lanewise::runtime::api {

/// Makes the NDRange, with a chosen local size if `local` is null. Throws CL_INVALID_WORK_DIMENSION,
/// CL_INVALID_GLOBAL_WORK_SIZE, CL_INVALID_GLOBAL_OFFSET, CL_INVALID_WORK_GROUP_SIZE or CL_INVALID_WORK_ITEM_SIZE.
NDRange check_ndrange(const Device& device, const CompiledKernel& kernel, cl_uint work_dim, const size_t* offset,
                      const size_t* global, const size_t* local);

}  // namespace lanewise::runtime::api
