// The names and versions that the platform and its devices report: OpenCL C versions and features, extensions. Only
// fully supported ones are listed.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "runtime/object/cl_headers.h"

namespace lanewise::runtime::api {

inline constexpr std::string_view platform_version = "OpenCL 3.0 Lanewise";
// Section 4.2: the highest version whose features are all supported; some of OpenCL C 2.0 are not.
inline constexpr std::string_view opencl_c_version = "OpenCL C 1.2 Lanewise";
inline constexpr std::string_view driver_version = "0.1.0";

std::span<const cl_name_version> extensions();
/// The names of extensions(), separated by spaces.
const std::string& extension_names();

std::span<const cl_name_version> opencl_c_all_versions();
std::span<const cl_name_version> opencl_c_features();

}  // namespace lanewise::runtime::api
