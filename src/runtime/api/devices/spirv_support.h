// The results of the queries of OpenCL 3.1 and cl_khr_spirv_queries: the instruction sets, extensions and capabilities
// of SPIR-V that programs may use.
#pragma once

#include <span>

#include "runtime/object/opencl_3_1.h"

namespace lanewise::runtime::api::spirv_support {

std::span<const char* const> instruction_sets();
std::span<const char* const> extension_names();
std::span<const cl_uint> capability_numbers();

}  // namespace lanewise::runtime::api::spirv_support
