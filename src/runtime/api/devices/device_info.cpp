// clGetDeviceInfo (OpenCL API 3.0, section 4.2). Each group of queries has a function, which returns true if the query
// belongs to the group. Queries about unsupported optional features return the values that table 5 requires.
#include <algorithm>
#include <array>
#include <string>

#include "device/kernel/code_group.h"
#include "lanewise/program_variables.h"
#include "lanewise/sub_group_sizes.h"
#include "runtime/api/devices/device_attributes.h"
#include "runtime/api/devices/feature_lists.h"
#include "runtime/api/devices/float_atomics.h"
#include "runtime/api/devices/kernel_clock.h"
#include "runtime/api/devices/spirv_support.h"
#include "runtime/api/devices/uuid.h"
#include "runtime/api/dispatch.h"
#include "runtime/api/entry.h"
#include "runtime/api/handle_types.h"
#include "runtime/api/info.h"
#include "runtime/code/toolchain.h"
#include "runtime/core/device.h"
#include "runtime/core/device_limits.h"
#include "runtime/core/platform.h"
#include "runtime/memory/svm_types.h"

namespace lanewise::runtime::api {

namespace {

// Returns the driver version with the build id. Some programs cache their binaries under a key that contains this
// string. Each build of the driver rejects the binaries of all other builds, so the string must differ from build to
// build.
std::string full_driver_version() {
    constexpr const char* digits = "0123456789abcdef";
    std::string text(driver_version);
    text += " (build ";
    for (unsigned i = 0; i < 4; ++i) {
        const unsigned byte = driver_build_id()[i];
        text += digits[byte / 16];
        text += digits[byte % 16];
    }
    return text + ")";
}

bool identity_info(const Device& device, cl_device_info name, const Info& info) {
    const device::CpuInfo& cpu = device.cpu();
    switch (name) {
        case CL_DEVICE_TYPE: return info.value<cl_device_type>(CL_DEVICE_TYPE_CPU), true;
        case CL_DEVICE_VENDOR_ID: return info.value<cl_uint>(cpu.vendor_id), true;
        case CL_DEVICE_NAME: return info.string(cpu.name), true;
        case CL_DEVICE_VENDOR: return info.string(cpu.vendor), true;
        case CL_DRIVER_VERSION: return info.string(full_driver_version()), true;
        case CL_DEVICE_PROFILE: return info.string("FULL_PROFILE"), true;
        case CL_DEVICE_VERSION: return info.string(platform_version), true;
        case CL_DEVICE_NUMERIC_VERSION: return info.value<cl_version>(platform_numeric_version), true;
        case CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR: return info.value<cl_version>(CL_MAKE_VERSION(1, 2, 0)), true;
        case CL_DEVICE_OPENCL_C_VERSION: return info.string(opencl_c_version), true;
        case CL_DEVICE_OPENCL_C_ALL_VERSIONS: return info.array(opencl_c_all_versions()), true;
        case CL_DEVICE_OPENCL_C_FEATURES: return info.array(opencl_c_features()), true;
        // cl_ext_cxx_for_opencl: the version that -cl-std=CLC++ selects.
        case CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT:
            return info.value<cl_version>(CL_MAKE_VERSION(1, 0, 0)), true;
        case CL_DEVICE_IL_VERSION: return info.string(il_version), true;
        case CL_DEVICE_ILS_WITH_VERSION: return info.array(intermediate_languages()), true;
        case CL_DEVICE_EXTENSIONS: return info.string(extension_names()), true;
        case CL_DEVICE_EXTENSIONS_WITH_VERSION: return info.array(extensions()), true;
        case CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED:
            // No version of the driver was ever submitted for conformance; the format still requires a date.
            return info.string("v0000-01-01-00"), true;
        case CL_DEVICE_PLATFORM: return info.value<cl_platform_id>(Platform::instance().handle()), true;
    }
    return false;
}

// The value of CL_DEVICE_TERMINATE_CAPABILITY_KHR in the headers of OpenCL 1.2. The program clinfo queries this value,
// too.
constexpr cl_device_info old_terminate_capability = 0x200F;

bool compute_info(const Device& device, cl_device_info name, const Info& info) {
    const device::CpuInfo& cpu = device.cpu();
    switch (name) {
        case CL_DEVICE_MAX_COMPUTE_UNITS: return info.value<cl_uint>(device.compute_units()), true;
        case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS: return info.value<cl_uint>(3), true;
        case CL_DEVICE_MAX_WORK_GROUP_SIZES:  // the new name of CL_DEVICE_MAX_WORK_ITEM_SIZES
            return info.array<std::size_t>(std::array{limits::max_work_group_size, limits::max_work_group_size,
                                                      limits::max_work_group_size}),
                   true;
        case CL_DEVICE_MAX_WORK_GROUP_SIZE: return info.value<std::size_t>(limits::max_work_group_size), true;
        case CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
            return info.value<std::size_t>(cpu.target.vector_bits / 32), true;
        case CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT: return info.value<cl_bool>(CL_TRUE), true;
        case CL_DEVICE_MAX_CLOCK_FREQUENCY: {
            // Reads the clock rate only once, so that all queries return the same value. On some systems, only the
            // current clock rate is known, which changes.
            static const cl_uint mhz = device::max_clock_mhz(cpu);
            return info.value<cl_uint>(mhz), true;
        }
        case CL_DEVICE_ADDRESS_BITS: return info.value<cl_uint>(8 * sizeof(void*)), true;
        case CL_DEVICE_ENDIAN_LITTLE:
        case CL_DEVICE_AVAILABLE:
        case CL_DEVICE_COMPILER_AVAILABLE:
        case CL_DEVICE_LINKER_AVAILABLE:
        case CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT:
        case CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT:
        case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC:
        case CL_DEVICE_HOST_UNIFIED_MEMORY: return info.value<cl_bool>(CL_TRUE), true;
        case CL_DEVICE_PROFILING_TIMER_RESOLUTION: return info.value<std::size_t>(1), true;
        case CL_DEVICE_EXECUTION_CAPABILITIES:
            return info.value<cl_device_exec_capabilities>(CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL), true;
        case CL_DEVICE_QUEUE_ON_HOST_PROPERTIES:
            return info.value<cl_command_queue_properties>(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                                           CL_QUEUE_PROFILING_ENABLE |
                                                           CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL),
                   true;
        case CL_DEVICE_TERMINATE_CAPABILITY_KHR:
        case old_terminate_capability:
            return info.value<cl_device_terminate_capability_khr>(
                       device::can_end_code() ? CL_DEVICE_TERMINATE_CAPABILITY_CONTEXT_KHR : 0),
                   true;
        case CL_DEVICE_PRINTF_BUFFER_SIZE: return info.value<std::size_t>(std::size_t{1} << 20), true;
        case CL_DEVICE_MAX_PARAMETER_SIZE: return info.value<std::size_t>(limits::max_parameter_bytes), true;
        case CL_DEVICE_MAX_CONSTANT_ARGS: return info.value<cl_uint>(64), true;
    }
    return false;
}

constexpr cl_device_atomic_capabilities atomic_capabilities =
    CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL | CL_DEVICE_ATOMIC_ORDER_SEQ_CST |
    CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP | CL_DEVICE_ATOMIC_SCOPE_DEVICE | CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES;

// "Device UUIDs must be immutable for a given device across processes, driver APIs, driver versions, and system
// reboots."
bool unique_id_info(const Device& device, cl_device_info name, const Info& info) {
    switch (name) {
        case CL_DEVICE_UUID: return info.array<std::uint8_t>(uuid_of(device)), true;
        case CL_DRIVER_UUID: return info.array<std::uint8_t>(driver_uuid()), true;
        // Only Windows has locally unique ids. "It is not an error to query CL_DEVICE_LUID when CL_DEVICE_LUID_VALID
        // returns CL_FALSE, but in this case the returned LUID value is undefined." The same holds for the node mask.
        case CL_DEVICE_LUID_VALID: return info.value<cl_bool>(CL_FALSE), true;
        case CL_DEVICE_LUID: return info.array<std::uint8_t>(std::array<std::uint8_t, CL_LUID_SIZE>{}), true;
        case CL_DEVICE_NODE_MASK: return info.value<cl_uint>(0), true;
    }
    return false;
}

/// Answers the queries of cl_intel_device_attribute_query. "The device queries [...] should return the same information
/// for a root-level device [...] and any sub-devices created from this device except for [...]
/// CL_DEVICE_NUM_SLICES_INTEL".
bool attribute_info(const Device& device, cl_device_info name, const Info& info) {
    switch (name) {
        case CL_DEVICE_IP_VERSION_INTEL: return info.value<cl_version>(ip_version()), true;
        case CL_DEVICE_ID_INTEL: return info.value<cl_uint>(attribute_id()), true;
        case CL_DEVICE_NUM_SLICES_INTEL: return info.value<cl_uint>(device.compute_units()), true;
        case CL_DEVICE_NUM_SUB_SLICES_PER_SLICE_INTEL:
        case CL_DEVICE_NUM_EUS_PER_SUB_SLICE_INTEL:
        case CL_DEVICE_NUM_THREADS_PER_EU_INTEL: return info.value<cl_uint>(1), true;
        // The compiler uses no special instructions for dot products or matrices.
        case CL_DEVICE_FEATURE_CAPABILITIES_INTEL: return info.value<cl_device_feature_capabilities_intel>(0), true;
    }
    return false;
}

/// Answers queries that extensions define.
bool extension_info(cl_device_info name, const Info& info) {
    switch (name) {
        case kernel_clock::capabilities: return info.value<cl_bitfield>(kernel_clock::all_scopes), true;
        case CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR:
            return info.value<cl_device_command_buffer_capabilities_khr>(
                       CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR |
                       CL_COMMAND_BUFFER_CAPABILITY_DEVICE_SIDE_ENQUEUE_KHR |
                       CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR),
                   true;
        case CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR:
            return info.value<cl_command_queue_properties>(limits::command_buffer_queue_properties), true;
        case CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR:
            return info.value<cl_command_queue_properties>(0), true;
        case CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR:
            return info.value<cl_mutable_dispatch_fields_khr>(limits::mutable_fields), true;
        case CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS: return info.array(spirv_support::instruction_sets()), true;
        case CL_DEVICE_SPIRV_EXTENSIONS: return info.array(spirv_support::extension_names()), true;
        case CL_DEVICE_SPIRV_CAPABILITIES: return info.array(spirv_support::capability_numbers()), true;
        case float_atomics::single_capabilities:
        case float_atomics::double_capabilities:
        case float_atomics::half_capabilities: return info.value<cl_bitfield>(float_atomics::all_capabilities), true;
        case CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL:
        case CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL:
        case CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL:
        case CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL:
        case CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL:
            // The device can access all host memory, even memory that the application allocated without OpenCL.
            return info.value<cl_device_unified_shared_memory_capabilities_intel>(
                       CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL | CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL |
                       CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ACCESS_INTEL |
                       CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ATOMIC_ACCESS_INTEL),
                   true;
        case CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR:
            return info.array<cl_svm_capabilities_khr>(svm_type_capabilities), true;
        // "If the query for CL_DEVICE_SVM_CAPABILITIES includes [...] CL_DEVICE_SVM_FINE_GRAIN_SYSTEM, then the query
        // must return one".
        case CL_DEVICE_SVM_CONCURRENT_ACCESS_ATOM_SIZE_KHR: return info.value<std::size_t>(1), true;
        case CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR:
        case CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR:
            return info.array<cl_external_memory_handle_type_khr>(memory_import_types), true;
        case CL_DEVICE_SEMAPHORE_TYPES_KHR: return info.array<cl_semaphore_type_khr>(semaphore_types), true;
        case CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR:
            return info.array<cl_external_semaphore_handle_type_khr>(semaphore_import_types), true;
        case CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
            return info.array<cl_external_semaphore_handle_type_khr>(semaphore_export_types), true;
        case CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR:
            return info.value<cl_device_integer_dot_product_capabilities_khr>(
                       CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR |
                       CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR),
                   true;
        case CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR:
        case CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR:
            // All properties (cl_bool) are false, since the compiler uses no special instructions for dot products.
            return info.value<cl_device_integer_dot_product_acceleration_properties_khr>({}), true;
    }
    return false;
}

bool memory_info(const Device& device, cl_device_info name, const Info& info) {
    const device::CpuInfo& cpu = device.cpu();
    switch (name) {
        case CL_DEVICE_GLOBAL_MEM_SIZE: return info.value<cl_ulong>(cpu.memory_bytes), true;
        case CL_DEVICE_MAX_MEM_ALLOC_SIZE: return info.value<cl_ulong>(limits::max_allocation_bytes(device)), true;
        case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE: return info.value<cl_ulong>(limits::max_constant_bytes), true;
        case CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE:
        case CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE:
            return info.value<std::size_t>(max_program_variable_bytes), true;
        case CL_DEVICE_LOCAL_MEM_SIZE: return info.value<cl_ulong>(limits::local_memory_bytes), true;
        case CL_DEVICE_LOCAL_MEM_TYPE: return info.value<cl_device_local_mem_type>(CL_GLOBAL), true;
        case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE: return info.value<cl_device_mem_cache_type>(CL_READ_WRITE_CACHE), true;
        case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE: return info.value<cl_uint>(cpu.cache_line_bytes), true;
        case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE: return info.value<cl_ulong>(cpu.largest_cache_bytes()), true;
        case CL_DEVICE_MEM_BASE_ADDR_ALIGN: return info.value<cl_uint>(8 * limits::base_alignment_bytes), true;
        case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE: return info.value<cl_uint>(limits::base_alignment_bytes), true;
        case CL_DEVICE_ERROR_CORRECTION_SUPPORT: return info.value<cl_bool>(CL_FALSE), true;
        case CL_DEVICE_SVM_CAPABILITIES: return info.value<cl_device_svm_capabilities>(limits::svm_capabilities), true;
        case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES:
            return info.value<cl_device_atomic_capabilities>(atomic_capabilities), true;
        case CL_DEVICE_ATOMIC_FENCE_CAPABILITIES:
            // "CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM ... is only valid for ... fences."
            return info.value<cl_device_atomic_capabilities>(atomic_capabilities | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM),
                   true;
        case CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT:
        case CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT:
        case CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT: return info.value<cl_uint>(0), true;
    }
    return false;
}

bool arithmetic_info(const Device& device, cl_device_info name, const Info& info) {
    constexpr cl_device_fp_config ieee =
        CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_FMA;
    switch (name) {
        case CL_DEVICE_SINGLE_FP_CONFIG:
            return info.value<cl_device_fp_config>(CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_FMA | CL_FP_ROUND_TO_NEAREST |
                                                   CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT),
                   true;
        case CL_DEVICE_DOUBLE_FP_CONFIG: return info.value<cl_device_fp_config>(ieee), true;
        case CL_DEVICE_HALF_FP_CONFIG:
            return info.value<cl_device_fp_config>(CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_FMA | CL_FP_ROUND_TO_NEAREST),
                   true;
        case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR:
        case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR:
        case CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT:
        case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT:
        case CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT:
        case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT:
        case CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG:
        case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG:
        case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT:
        case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT:
        case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE:
        case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE:
        case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF:
        case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF:
            // Each lane of a vector register holds a value of another work-item. Vector types in the source therefore
            // bring no advantage.
            return info.value<cl_uint>(1), true;
    }
    return false;
}

// "If the device cannot be partitioned ... a value of 0 will be returned."
std::vector<cl_device_partition_property> partition_properties(const Device& device) {
    if (device.compute_units() < 2) return {0};
    std::vector<cl_device_partition_property> list{CL_DEVICE_PARTITION_EQUALLY, CL_DEVICE_PARTITION_BY_COUNTS};
    if (device.affinity_domains() != 0) list.push_back(CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN);
    return list;
}

bool partition_info(const Device& device, cl_device_info name, const Info& info) {
    using Property = cl_device_partition_property;
    switch (name) {
        case CL_DEVICE_PARENT_DEVICE:
            return info.value<cl_device_id>(device.parent() ? device.parent()->handle() : nullptr), true;
        case CL_DEVICE_PARTITION_MAX_SUB_DEVICES:
            return info.value<cl_uint>(device.compute_units() > 1 ? device.compute_units() : 0), true;
        case CL_DEVICE_PARTITION_PROPERTIES: return info.array<Property>(partition_properties(device)), true;
        case CL_DEVICE_PARTITION_AFFINITY_DOMAIN:
            return info.value<cl_device_affinity_domain>(device.affinity_domains()), true;
        case CL_DEVICE_PARTITION_TYPE: return info.array<Property>(device.partition()), true;
        case CL_DEVICE_REFERENCE_COUNT:
            // "If the device is a root-level device, a reference count of one is returned."
            return info.value<cl_uint>(device.is_root() ? 1 : device.reference_count_besides_call()), true;
    }
    return false;
}

bool pipe_info(cl_device_info name, const Info& info) {
    switch (name) {
        case CL_DEVICE_PIPE_SUPPORT: return info.value<cl_bool>(CL_TRUE), true;
        case CL_DEVICE_MAX_PIPE_ARGS: return info.value<cl_uint>(limits::max_pipe_args), true;
        case CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS: return info.value<cl_uint>(limits::max_pipe_reservations), true;
        case CL_DEVICE_PIPE_MAX_PACKET_SIZE: return info.value<cl_uint>(limits::max_pipe_packet_bytes), true;
    }
    return false;
}

bool image_info(cl_device_info name, const Info& info) {
    switch (name) {
        case CL_DEVICE_IMAGE_SUPPORT: return info.value<cl_bool>(CL_TRUE), true;
        case CL_DEVICE_MAX_READ_IMAGE_ARGS:
        case CL_DEVICE_MAX_WRITE_IMAGE_ARGS:
        case CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS: return info.value<cl_uint>(limits::max_image_args), true;
        case CL_DEVICE_MAX_SAMPLERS: return info.value<cl_uint>(limits::max_samplers), true;
        case CL_DEVICE_IMAGE_PITCH_ALIGNMENT: return info.value<cl_uint>(limits::image_pitch_texels), true;
        case CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT: return info.value<cl_uint>(limits::image_base_texels), true;
        case CL_DEVICE_IMAGE2D_MAX_WIDTH:
        case CL_DEVICE_IMAGE2D_MAX_HEIGHT: return info.value<std::size_t>(limits::max_image_width), true;
        case CL_DEVICE_IMAGE3D_MAX_WIDTH:
        case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
        case CL_DEVICE_IMAGE3D_MAX_DEPTH: return info.value<std::size_t>(limits::max_image3d_size), true;
        case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE: return info.value<std::size_t>(limits::max_image_buffer_texels), true;
        case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE: return info.value<std::size_t>(limits::max_image_layers), true;
    }
    return false;
}

bool sub_group_info(cl_device_info name, const Info& info) {
    switch (name) {
        case CL_DEVICE_MAX_NUM_SUB_GROUPS:
            return info.value<cl_uint>(limits::max_work_group_size / sub_group_sizes.front()), true;
        // Sub-groups make no independent forward progress: the sub-groups of a work-group run one after the other, each
        // up to its next synchronization point.
        case CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS: return info.value<cl_bool>(CL_FALSE), true;
        case CL_DEVICE_SUB_GROUP_SIZES_INTEL: {
            const std::array<std::size_t, 3> sizes{sub_group_sizes[0], sub_group_sizes[1], sub_group_sizes[2]};
            return info.array<std::size_t>(sizes), true;
        }
    }
    return false;
}

/// Answers queries about unsupported features with the values that section 4.2 requires.
bool absent_info(cl_device_info name, const Info& info) {
    switch (name) {
        case CL_DEVICE_BUILT_IN_KERNELS: return info.string(""), true;
        case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION: return info.array<cl_name_version>({}), true;
    }
    return false;
}

bool device_queue_info(cl_device_info name, const Info& info) {
    switch (name) {
        case CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES:
            return info.value<cl_command_queue_properties>(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                                           CL_QUEUE_PROFILING_ENABLE),
                   true;
        case CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES:
            return info.value<cl_device_device_enqueue_capabilities>(CL_DEVICE_QUEUE_SUPPORTED |
                                                                     CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT),
                   true;
        case CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE:
            return info.value<cl_uint>(limits::preferred_device_queue_bytes), true;
        case CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE: return info.value<cl_uint>(limits::max_device_queue_bytes), true;
        case CL_DEVICE_MAX_ON_DEVICE_QUEUES: return info.value<cl_uint>(limits::max_device_queues), true;
        case CL_DEVICE_MAX_ON_DEVICE_EVENTS: return info.value<cl_uint>(limits::max_device_events), true;
    }
    return false;
}

}  // namespace

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info param_name, size_t param_value_size, void* param_value,
                       size_t* param_value_size_ret) {
    return entry([&] {
        const Ref<Device> checked = deref(device);
        const Info info(param_value_size, param_value, param_value_size_ret);
        const bool answered =
            identity_info(*checked, param_name, info) || compute_info(*checked, param_name, info) ||
            memory_info(*checked, param_name, info) || arithmetic_info(*checked, param_name, info) ||
            partition_info(*checked, param_name, info) || unique_id_info(*checked, param_name, info) ||
            attribute_info(*checked, param_name, info) || extension_info(param_name, info) ||
            pipe_info(param_name, info) || device_queue_info(param_name, info) || sub_group_info(param_name, info) ||
            image_info(param_name, info) || absent_info(param_name, info);
        if (!answered) fail_unknown_query(param_name);
    });
}

}  // namespace lanewise::runtime::api
