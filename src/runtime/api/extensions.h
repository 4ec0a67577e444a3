// Functions that have no slot in the ICD table of older headers. Applications get their addresses from
// clGetExtensionFunctionAddressForPlatform, or are linked with the library (dispatch.h). extension_functions.def lists
// the functions, and the OpenCL headers have their types.
#pragma once

#include <string_view>
#include <type_traits>

#include "runtime/object/cl_headers.h"

namespace lanewise::runtime::api {

// Older headers lack the types of these three functions.
using clGetKernelSuggestedLocalWorkSize_fn = clGetKernelSuggestedLocalWorkSizeKHR_fn;
using clIcdGetFunctionAddressForPlatformKHR_fn = void* (*)(cl_platform_id platform, const char* func_name);
using clIcdSetPlatformDispatchDataKHR_fn = cl_int (*)(cl_platform_id platform, void* dispatch_data);

// Older headers declare these functions with other types, or not at all.
using clCommandBarrierWithWaitListKHR_fn = cl_int (*)(cl_command_buffer_khr, cl_command_queue,
                                                      const cl_command_properties_khr*, cl_uint,
                                                      const cl_sync_point_khr*, cl_sync_point_khr*,
                                                      cl_mutable_command_khr*);
using clCommandCopyBufferKHR_fn = cl_int (*)(cl_command_buffer_khr, cl_command_queue, const cl_command_properties_khr*,
                                             cl_mem src, cl_mem dst, std::size_t src_offset, std::size_t dst_offset,
                                             std::size_t size, cl_uint, const cl_sync_point_khr*, cl_sync_point_khr*,
                                             cl_mutable_command_khr*);
using clCommandCopyBufferRectKHR_fn = cl_int (*)(cl_command_buffer_khr, cl_command_queue,
                                                 const cl_command_properties_khr*, cl_mem src, cl_mem dst,
                                                 const std::size_t* src_origin, const std::size_t* dst_origin,
                                                 const std::size_t* region, std::size_t src_row_pitch,
                                                 std::size_t src_slice_pitch, std::size_t dst_row_pitch,
                                                 std::size_t dst_slice_pitch, cl_uint, const cl_sync_point_khr*,
                                                 cl_sync_point_khr*, cl_mutable_command_khr*);
using clCommandCopyBufferToImageKHR_fn = cl_int (*)(cl_command_buffer_khr, cl_command_queue,
                                                    const cl_command_properties_khr*, cl_mem src, cl_mem dst,
                                                    std::size_t src_offset, const std::size_t* dst_origin,
                                                    const std::size_t* region, cl_uint, const cl_sync_point_khr*,
                                                    cl_sync_point_khr*, cl_mutable_command_khr*);
using clCommandCopyImageKHR_fn = cl_int (*)(cl_command_buffer_khr, cl_command_queue, const cl_command_properties_khr*,
                                            cl_mem src, cl_mem dst, const std::size_t* src_origin,
                                            const std::size_t* dst_origin, const std::size_t* region, cl_uint,
                                            const cl_sync_point_khr*, cl_sync_point_khr*, cl_mutable_command_khr*);
using clCommandCopyImageToBufferKHR_fn = cl_int (*)(cl_command_buffer_khr, cl_command_queue,
                                                    const cl_command_properties_khr*, cl_mem src, cl_mem dst,
                                                    const std::size_t* src_origin, const std::size_t* region,
                                                    std::size_t dst_offset, cl_uint, const cl_sync_point_khr*,
                                                    cl_sync_point_khr*, cl_mutable_command_khr*);
using clCommandFillBufferKHR_fn = cl_int (*)(cl_command_buffer_khr, cl_command_queue, const cl_command_properties_khr*,
                                             cl_mem buffer, const void* pattern, std::size_t pattern_size,
                                             std::size_t offset, std::size_t size, cl_uint, const cl_sync_point_khr*,
                                             cl_sync_point_khr*, cl_mutable_command_khr*);
using clCommandFillImageKHR_fn = cl_int (*)(cl_command_buffer_khr, cl_command_queue, const cl_command_properties_khr*,
                                            cl_mem image, const void* fill_color, const std::size_t* origin,
                                            const std::size_t* region, cl_uint, const cl_sync_point_khr*,
                                            cl_sync_point_khr*, cl_mutable_command_khr*);
using clCommandNDRangeKernelKHR_fn = cl_int (*)(cl_command_buffer_khr, cl_command_queue,
                                                const cl_command_properties_khr*, cl_kernel, cl_uint work_dim,
                                                const std::size_t* global_work_offset,
                                                const std::size_t* global_work_size, const std::size_t* local_work_size,
                                                cl_uint, const cl_sync_point_khr*, cl_sync_point_khr*,
                                                cl_mutable_command_khr*);
using clCommandSVMMemcpyKHR_fn = cl_int (*)(cl_command_buffer_khr, cl_command_queue, const cl_command_properties_khr*,
                                            void* dst, const void* src, std::size_t size, cl_uint,
                                            const cl_sync_point_khr*, cl_sync_point_khr*, cl_mutable_command_khr*);
using clCommandSVMMemFillKHR_fn = cl_int (*)(cl_command_buffer_khr, cl_command_queue, const cl_command_properties_khr*,
                                             void* svm_ptr, const void* pattern, std::size_t pattern_size,
                                             std::size_t size, cl_uint, const cl_sync_point_khr*, cl_sync_point_khr*,
                                             cl_mutable_command_khr*);
using clUpdateMutableCommandsKHR_fn = cl_int (*)(cl_command_buffer_khr, cl_uint num_configs,
                                                 const cl_command_buffer_update_type_khr* config_types,
                                                 const void** configs);

#pragma GCC visibility push(default)
extern "C" {
#define EXTENSION(name) std::remove_pointer_t<name##_fn> name;
#include "runtime/api/extension_functions.def"
#undef EXTENSION
}
#pragma GCC visibility pop

/// Returns the function of extension_functions.def with this name, or null.
void* find_extension_function(std::string_view name) noexcept;

}  // namespace lanewise::runtime::api
