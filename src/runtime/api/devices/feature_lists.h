// The names and versions that the platform and its devices report, for OpenCL C versions, OpenCL C features and
// extensions. A feature or extension is listed only if all of it is supported.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "runtime/object/cl_headers.h"

namespace lanewise::runtime::api {

inline constexpr std::string_view platform_version = "OpenCL 3.0 Lanewise";
// Section 4.2: the highest version whose features are all supported. Some features of OpenCL C 2.0 are not supported.
inline constexpr std::string_view opencl_c_version = "OpenCL C 1.2 Lanewise";
inline constexpr std::string_view driver_version = "0.1.0";

std::span<const cl_name_version> extensions();
/// Returns the names of extensions(), separated by spaces.
const std::string& extension_names();

std::span<const cl_name_version> opencl_c_all_versions();
std::span<const cl_name_version> opencl_c_features();

}  // namespace lanewise::runtime::api
