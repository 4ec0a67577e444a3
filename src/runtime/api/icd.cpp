// The interface of the library for the ICD loader: the only exported symbols (liblanewise.map), and the functions of
// cl_khr_icd 2.0.0.
#include "runtime/api/dispatch.h"
#include "runtime/api/entry.h"
#include "runtime/api/extensions.h"
#include "runtime/core/device.h"
#include "runtime/core/platform.h"

namespace lanewise::runtime::api {

namespace {

cl_int CL_API_CALL icd_set_platform_dispatch_data(cl_platform_id platform, void* dispatch_data) {
    return entry([&] { deref(platform)->set_loader_data(dispatch_data); });
}

void* CL_API_CALL icd_get_function_address(cl_platform_id platform, const char* func_name) {
    return api::clGetExtensionFunctionAddressForPlatform(platform, func_name);
}

}  // namespace

void* find_icd_function(std::string_view name) noexcept {
    if (name == "clIcdGetPlatformIDsKHR") return reinterpret_cast<void*>(&clGetPlatformIDs);
    if (name == "clIcdGetFunctionAddressForPlatformKHR") {
        return reinterpret_cast<void*>(&icd_get_function_address);
    }
    if (name == "clIcdSetPlatformDispatchDataKHR") {
        return reinterpret_cast<void*>(&icd_set_platform_dispatch_data);
    }
    return nullptr;
}

}  // namespace lanewise::runtime::api

namespace api = lanewise::runtime::api;

extern "C" {

__attribute__((visibility("default"))) void* CL_API_CALL clGetExtensionFunctionAddress(const char* func_name) {
    return api::clGetExtensionFunctionAddress(func_name);
}

__attribute__((visibility("default"))) cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries,
                                                                                 cl_platform_id* platforms,
                                                                                 cl_uint* num_platforms) {
    return api::clGetPlatformIDs(num_entries, platforms, num_platforms);
}

__attribute__((visibility("default"))) cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform,
                                                                            cl_platform_info param_name,
                                                                            size_t param_value_size, void* param_value,
                                                                            size_t* param_value_size_ret) {
    return api::clGetPlatformInfo(platform, param_name, param_value_size, param_value, param_value_size_ret);
}

__attribute__((visibility("default"))) void* CL_API_CALL clIcdGetFunctionAddressForPlatformKHR(cl_platform_id platform,
                                                                                               const char* func_name) {
    return api::icd_get_function_address(platform, func_name);
}

__attribute__((visibility("default"))) cl_int CL_API_CALL clIcdSetPlatformDispatchDataKHR(cl_platform_id platform,
                                                                                          void* dispatch_data) {
    return api::icd_set_platform_dispatch_data(platform, dispatch_data);
}

}  // extern "C"
