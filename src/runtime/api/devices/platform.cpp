// Platform queries (OpenCL API 3.0, section 4.1).
#include "runtime/core/platform.h"

#include "runtime/api/devices/feature_lists.h"
#include "runtime/api/dispatch.h"
#include "runtime/api/entry.h"
#include "runtime/api/handle_types.h"
#include "runtime/api/info.h"
#include "runtime/core/device.h"
#include "runtime/memory/svm_types.h"

namespace lanewise::runtime::api {

cl_int clGetPlatformIDs(cl_uint num_entries, cl_platform_id* platforms, cl_uint* num_platforms) {
    return entry([&] {
        // "CL_INVALID_VALUE if num_entries is equal to zero and platforms is not NULL or if both
        // num_platforms and platforms are NULL."
        check(platforms || num_platforms, CL_INVALID_VALUE,
              "platforms and num_platforms are both null. Pass at least one of them.");
        check(!platforms || num_entries != 0, CL_INVALID_VALUE,
              "platforms is given, but num_entries is 0. Pass the number of entries in platforms.");
        if (platforms) platforms[0] = Platform::instance().handle();
        if (num_platforms) *num_platforms = 1;
    });
}

cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name, size_t param_value_size,
                         void* param_value, size_t* param_value_size_ret) {
    return entry([&] {
        platform_or_default(platform);
        const Info info(param_value_size, param_value, param_value_size_ret);
        switch (param_name) {
            case CL_PLATFORM_PROFILE: return info.string("FULL_PROFILE");
            case CL_PLATFORM_VERSION: return info.string(platform_version);
            case CL_PLATFORM_NUMERIC_VERSION: return info.value<cl_version>(platform_numeric_version);
            case CL_PLATFORM_NAME: return info.string("Lanewise");
            case CL_PLATFORM_VENDOR: return info.string("Lanewise project");
            case CL_PLATFORM_EXTENSIONS: return info.string(extension_names());
            case CL_PLATFORM_EXTENSIONS_WITH_VERSION: return info.array(extensions());
            case CL_PLATFORM_HOST_TIMER_RESOLUTION: return info.value<cl_ulong>(1);
            case CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR:
                return info.array<cl_external_memory_handle_type_khr>(memory_import_types);
            case CL_PLATFORM_SEMAPHORE_TYPES_KHR: return info.array<cl_semaphore_type_khr>(semaphore_types);
            case CL_PLATFORM_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR:
                return info.array<cl_external_semaphore_handle_type_khr>(semaphore_import_types);
            case CL_PLATFORM_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
                return info.array<cl_external_semaphore_handle_type_khr>(semaphore_export_types);
            case CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR:
                return info.array<cl_svm_capabilities_khr>(svm_type_capabilities);
            case CL_PLATFORM_ICD_SUFFIX_KHR: return info.string("LANEWISE");
        }
        fail_unknown_query(param_name);
    });
}

cl_int clUnloadPlatformCompiler(cl_platform_id platform) {
    return entry([&] {
        // "CL_INVALID_PLATFORM if platform is not a valid platform." The call is only a hint, and it has no effect
        // here: the compiler stays loaded, since other threads may be building programs.
        deref(platform);
    });
}

cl_int clUnloadCompiler() { return CL_SUCCESS; }

void* clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char* func_name) {
    const bool valid = func_name && (!platform || find_object(platform));
    return valid ? find_function(func_name) : nullptr;
}

void* clGetExtensionFunctionAddress(const char* func_name) {
    return clGetExtensionFunctionAddressForPlatform(nullptr, func_name);
}

}  // namespace lanewise::runtime::api
