// Names and function types of cl_khr_command_buffer 0.9.8 and cl_khr_command_buffer_mutable_dispatch 0.9.5. Older
// headers lack these names or define them differently.
#pragma once

#define CL_ENABLE_BETA_EXTENSIONS
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <cstddef>
#include <type_traits>

namespace lanewise::test {

typedef cl_properties CommandProperties;

constexpr cl_device_info supported_queue_properties = 0x129A;
constexpr cl_uint buffer_context = 0x1299;
constexpr cl_uint state_recording = 0, state_executable = 1, state_finalized = 2;
constexpr cl_uint buffer_asserts = 0x12B7, dispatch_asserts = 0x12B8, command_properties_array = 0x12A2;
constexpr cl_properties no_additional_work_groups = 1;
constexpr cl_properties device_side_sync = 4;
constexpr cl_uint dispatch_config_type = 0;

/// cl_mutable_dispatch_config_khr.
struct DispatchConfig {
    cl_mutable_command_khr command = nullptr;
    cl_uint num_args = 0;
    cl_uint num_svm_args = 0;
    cl_uint num_exec_infos = 0;
    cl_uint work_dim = 0;
    const cl_mutable_dispatch_arg_khr* arg_list = nullptr;
    const cl_mutable_dispatch_arg_khr* arg_svm_list = nullptr;
    const cl_mutable_dispatch_exec_info_khr* exec_info_list = nullptr;
    const std::size_t* global_work_offset = nullptr;
    const std::size_t* global_work_size = nullptr;
    const std::size_t* local_work_size = nullptr;
};

/// The extension functions. `Rest` contains the last parameters, which are the same in all functions that record a
/// command.
struct CommandBufferFunctions {
    using Buffer = cl_command_buffer_khr;
    using Queue = cl_command_queue;
    using Properties = const CommandProperties*;
    using Point = cl_sync_point_khr;
    using Sizes = const std::size_t*;
    using Handle = cl_mutable_command_khr*;
    using Size = std::size_t;

    Buffer (*create)(cl_uint, const Queue*, const cl_properties*, cl_int*);
    cl_int (*retain)(Buffer);
    cl_int (*release)(Buffer);
    cl_int (*finalize)(Buffer);
    cl_int (*enqueue)(cl_uint, Queue*, Buffer, cl_uint, const cl_event*, cl_event*);
    cl_int (*info)(Buffer, cl_uint, Size, void*, Size*);
    cl_int (*barrier)(Buffer, Queue, Properties, cl_uint, const Point*, Point*, Handle);
    cl_int (*copy)(Buffer, Queue, Properties, cl_mem, cl_mem, Size, Size, Size, cl_uint, const Point*, Point*, Handle);
    cl_int (*copy_rect)(Buffer, Queue, Properties, cl_mem, cl_mem, Sizes, Sizes, Sizes, Size, Size, Size, Size, cl_uint,
                        const Point*, Point*, Handle);
    cl_int (*copy_to_image)(Buffer, Queue, Properties, cl_mem, cl_mem, Size, Sizes, Sizes, cl_uint, const Point*,
                            Point*, Handle);
    cl_int (*copy_image)(Buffer, Queue, Properties, cl_mem, cl_mem, Sizes, Sizes, Sizes, cl_uint, const Point*, Point*,
                         Handle);
    cl_int (*copy_to_buffer)(Buffer, Queue, Properties, cl_mem, cl_mem, Sizes, Sizes, Size, cl_uint, const Point*,
                             Point*, Handle);
    cl_int (*fill)(Buffer, Queue, Properties, cl_mem, const void*, Size, Size, Size, cl_uint, const Point*, Point*,
                   Handle);
    cl_int (*fill_image)(Buffer, Queue, Properties, cl_mem, const void*, Sizes, Sizes, cl_uint, const Point*, Point*,
                         Handle);
    cl_int (*kernel)(Buffer, Queue, Properties, cl_kernel, cl_uint, Sizes, Sizes, Sizes, cl_uint, const Point*, Point*,
                     Handle);
    cl_int (*svm_copy)(Buffer, Queue, Properties, void*, const void*, Size, cl_uint, const Point*, Point*, Handle);
    cl_int (*svm_fill)(Buffer, Queue, Properties, void*, const void*, Size, Size, cl_uint, const Point*, Point*,
                       Handle);
    cl_int (*update)(Buffer, cl_uint, const cl_uint*, const void**);
    cl_int (*command_info)(cl_mutable_command_khr, cl_uint, Size, void*, Size*);

    /// Loads the functions. Returns the name of the first missing function, or null if the driver has all.
    const char* load(cl_platform_id platform) {
        return load_by([&](const char* name) { return clGetExtensionFunctionAddressForPlatform(platform, name); });
    }
    template <class Find>
    const char* load_by(Find&& find) {
        const char* missing = nullptr;
        const auto get = [&](auto& function, const char* name) {
            void* const found = find(name);
            if (!found && !missing) missing = name;
            function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(found);
        };
        get(create, "clCreateCommandBufferKHR");
        get(retain, "clRetainCommandBufferKHR");
        get(release, "clReleaseCommandBufferKHR");
        get(finalize, "clFinalizeCommandBufferKHR");
        get(enqueue, "clEnqueueCommandBufferKHR");
        get(info, "clGetCommandBufferInfoKHR");
        get(barrier, "clCommandBarrierWithWaitListKHR");
        get(copy, "clCommandCopyBufferKHR");
        get(copy_rect, "clCommandCopyBufferRectKHR");
        get(copy_to_image, "clCommandCopyBufferToImageKHR");
        get(copy_image, "clCommandCopyImageKHR");
        get(copy_to_buffer, "clCommandCopyImageToBufferKHR");
        get(fill, "clCommandFillBufferKHR");
        get(fill_image, "clCommandFillImageKHR");
        get(kernel, "clCommandNDRangeKernelKHR");
        get(svm_copy, "clCommandSVMMemcpyKHR");
        get(svm_fill, "clCommandSVMMemFillKHR");
        get(update, "clUpdateMutableCommandsKHR");
        get(command_info, "clGetMutableCommandInfoKHR");
        return missing;
    }
};

}  // namespace lanewise::test
