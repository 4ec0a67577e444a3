// Limits of the device: clGetDeviceInfo reports them, and the entry points enforce them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "device/machine/host_memory.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"

namespace lanewise::runtime::limits {

inline constexpr std::size_t max_work_group_size = 8192;  // also the maximum local size in each dimension
inline constexpr std::size_t max_parameter_bytes = 4096;
inline constexpr std::uint64_t max_constant_bytes = std::uint64_t{16} << 20;
inline constexpr std::uint64_t local_memory_bytes = std::uint64_t{256} << 10;
inline constexpr std::uint32_t max_pipe_args = 16;
inline constexpr std::uint32_t max_pipe_packet_bytes = 4096;
/// Maximum number of reservations of a pipe that are open at the same time. The limit is high, because a pipe stores no
/// list of reservations: an open reservation only occupies its packets.
inline constexpr std::uint32_t max_pipe_reservations = 65536;
/// Alignment of every buffer: the alignment of the largest type, long16.
inline constexpr std::uint32_t base_alignment_bytes = device::block_base_alignment;
/// Bytes for the commands that work-items have enqueued to one device queue. A command takes about 400 bytes, so tens
/// of thousands of commands fit.
inline constexpr std::uint32_t preferred_device_queue_bytes = 32u << 20;
inline constexpr std::uint32_t max_device_queue_bytes = 512u << 20;
inline constexpr std::uint32_t max_device_queues = 1024;
inline constexpr std::uint32_t max_device_events = 1u << 18;
inline constexpr std::size_t max_image_width = 16384;  // also the maximum height; for 1D and 2D images
inline constexpr std::size_t max_image3d_size = 2048;  // maximum of width, height and depth of a 3D image
inline constexpr std::size_t max_image_layers = 2048;
/// Maximum number of texels of a 1D image over a buffer. With this limit, an image has at most 2^31 bytes even if its
/// texels have the largest size, so 32-bit offsets suffice in kernels.
inline constexpr std::size_t max_image_buffer_texels = std::size_t{1} << 27;
inline constexpr std::uint32_t max_image_args = 480;  // separate limit for each access qualifier
inline constexpr std::uint32_t max_samplers = 64;
/// Alignment of images over buffers, in texels. The value 1 is enough, because the address of a texel need only be a
/// multiple of the texel's size in every format.
inline constexpr std::uint32_t image_pitch_texels = 1;
inline constexpr std::uint32_t image_base_texels = 1;
/// SVM capabilities. Atomics of kernels work on all host memory, because host memory is device memory.
inline constexpr cl_device_svm_capabilities svm_capabilities = CL_DEVICE_SVM_COARSE_GRAIN_BUFFER |
                                                               CL_DEVICE_SVM_FINE_GRAIN_BUFFER |
                                                               CL_DEVICE_SVM_FINE_GRAIN_SYSTEM | CL_DEVICE_SVM_ATOMICS;

/// Properties of a queue that may run command buffers.
inline constexpr cl_command_queue_properties command_buffer_queue_properties =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
/// The parts of a recorded kernel that may be updated.
inline constexpr cl_mutable_dispatch_fields_khr mutable_fields =
    CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR | CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR | CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR |
    CL_MUTABLE_DISPATCH_ARGUMENTS_KHR | CL_MUTABLE_DISPATCH_EXEC_INFO_KHR;

/// Returns the maximum size of an allocation. Section 4.2: at least a quarter of the global memory.
inline std::uint64_t max_allocation_bytes(const Device& device) { return device.cpu().memory_bytes / 2; }

/// Returns the largest of the maximum allocation sizes of the context's devices.
inline std::uint64_t max_allocation_bytes(const Context& context) {
    std::uint64_t most = 0;
    for (const Ref<Device>& device : context.devices()) most = std::max(most, max_allocation_bytes(*device));
    return most;
}

}  // namespace lanewise::runtime::limits
