// The names and versions that the platform and its devices report, for OpenCL C versions, OpenCL C features, SPIR-V and
// extensions. A feature or extension is listed only if all of it is supported.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "runtime/object/cl_headers.h"

namespace lanewise::runtime::api {

extern const std::string_view platform_version;
inline constexpr cl_version platform_numeric_version = CL_MAKE_VERSION(3, 1, 0);
// The highest OpenCL C version of which all features are supported (section 4.2). Some features of OpenCL C 2.0 are not
// supported.
inline constexpr std::string_view opencl_c_version = "OpenCL C 1.2 Lanewise";
// The version of the project (CMakeLists.txt).
extern const std::string_view driver_version;

// Programs look for "SPIR-V_1." at the beginning of the text.
inline constexpr std::string_view il_version =
    "SPIR-V_1.0 SPIR-V_1.1 SPIR-V_1.2 SPIR-V_1.3 SPIR-V_1.4 SPIR-V_1.5 SPIR-V_1.6";

std::span<const cl_name_version> intermediate_languages();

std::span<const cl_name_version> extensions();
/// Returns the names of extensions(), separated by spaces.
const std::string& extension_names();

std::span<const cl_name_version> opencl_c_all_versions();
std::span<const cl_name_version> opencl_c_features();

}  // namespace lanewise::runtime::api
