// The interface of the library for the ICD loader: the functions of cl_khr_icd 2.0.0. A loader finds these functions,
// clGetPlatformInfo and clGetExtensionFunctionAddress by their names.
#include "runtime/api/dispatch.h"
#include "runtime/api/entry.h"
#include "runtime/api/extensions.h"
#include "runtime/core/device.h"
#include "runtime/core/platform.h"

namespace lanewise::runtime::api {

cl_int clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id* platforms, cl_uint* num_platforms) {
    return clGetPlatformIDs(num_entries, platforms, num_platforms);
}

void* clIcdGetFunctionAddressForPlatformKHR(cl_platform_id platform, const char* func_name) {
    return clGetExtensionFunctionAddressForPlatform(platform, func_name);
}

cl_int clIcdSetPlatformDispatchDataKHR(cl_platform_id platform, void* dispatch_data) {
    return entry([&] { deref(platform)->set_loader_data(dispatch_data); });
}

}  // namespace lanewise::runtime::api
