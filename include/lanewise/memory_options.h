// Build and link options by which the runtime asks for kernels whose local or private memory is filled with zeros
// before use (cl_khr_initialize_memory). The text of CL_PROGRAM_BUILD_OPTIONS does not contain these options.
#pragma once

#include <string_view>

namespace lanewise {

inline constexpr std::string_view zero_local_option = "-lanewise-zero-local";
inline constexpr std::string_view zero_private_option = "-lanewise-zero-private";

}  // namespace lanewise
