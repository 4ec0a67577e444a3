// Checks that the driver answers every query of OpenCL 3.1 and of the device's extensions with a value of the right
// size. Other tests check the values.
#include <functional>
#include <string>

#include "command_buffers/command_buffer_names.h"
#include "fixture.h"
#include "runtime/object/new_cl_names.h"

namespace lanewise::test {
namespace {

/// Queries with results of the same size. Size 0 stands for strings and lists, which may be empty.
struct SameSize {
    std::size_t size;
    std::vector<cl_uint> names;
};

using Ask = std::function<cl_int(cl_uint, std::size_t, void*, std::size_t*)>;

// Queries of cl_khr_kernel_clock and cl_ext_float_atomics, which Debian 12's headers lack.
constexpr cl_uint kernel_clock_capabilities = 0x1076;
constexpr cl_uint fp_atomic_capabilities[] = {0x4231, 0x4232, 0x4233};

class AllQueries : public ContextTest {
protected:
    void SetUp() override {
        ContextTest::SetUp();
        const char* source = "kernel void k(global int* p) { *p = 1; }";
        program_ = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
        ASSERT_EQ(clBuildProgram(program_, 0, nullptr, "-cl-kernel-arg-info", nullptr, nullptr), CL_SUCCESS);
        kernel_ = clCreateKernel(program_, "k", nullptr);
        ASSERT_NE(kernel_, nullptr);
    }
    void TearDown() override {
        clReleaseKernel(kernel_);
        clReleaseProgram(program_);
        ContextTest::TearDown();
    }

    static void expect_answers(const Ask& ask, const std::vector<SameSize>& queries) {
        for (const SameSize& group : queries) {
            for (const cl_uint name : group.names) {
                std::size_t size = ~std::size_t{0};
                ASSERT_EQ(ask(name, 0, nullptr, &size), CL_SUCCESS) << std::hex << name;
                if (group.size != 0) {
                    EXPECT_EQ(size, group.size) << std::hex << name;
                }
                std::vector<char> value(size + 1);
                EXPECT_EQ(ask(name, size, value.data(), nullptr), CL_SUCCESS) << std::hex << name;
            }
        }
    }

    template <class Handle, class Function>
    static Ask of(Function function, Handle handle) {
        return [=](cl_uint what, std::size_t size, void* value, std::size_t* size_ret) {
            return function(handle, what, size, value, size_ret);
        };
    }

    cl_program program_ = nullptr;
    cl_kernel kernel_ = nullptr;
};

TEST_F(AllQueries, Platform) {
    expect_answers(of(clGetPlatformInfo, platform),
                   {{0,
                     {CL_PLATFORM_PROFILE, CL_PLATFORM_VERSION, CL_PLATFORM_NAME, CL_PLATFORM_VENDOR,
                      CL_PLATFORM_EXTENSIONS, CL_PLATFORM_EXTENSIONS_WITH_VERSION, CL_PLATFORM_ICD_SUFFIX_KHR,
                      CL_PLATFORM_EXTENSIONS_WITH_VERSION_KHR, CL_PLATFORM_SEMAPHORE_TYPES_KHR,
                      CL_PLATFORM_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR, CL_PLATFORM_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR,
                      CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR, CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR}},
                    {sizeof(cl_ulong), {CL_PLATFORM_HOST_TIMER_RESOLUTION}},
                    {sizeof(cl_version), {CL_PLATFORM_NUMERIC_VERSION, CL_PLATFORM_NUMERIC_VERSION_KHR}}});
}

TEST_F(AllQueries, DeviceNumbers) {
    expect_answers(of(clGetDeviceInfo, device), {{sizeof(cl_uint),
                                                  {CL_DEVICE_VENDOR_ID,
                                                   CL_DEVICE_MAX_COMPUTE_UNITS,
                                                   CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS,
                                                   CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR,
                                                   CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT,
                                                   CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT,
                                                   CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG,
                                                   CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT,
                                                   CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE,
                                                   CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF,
                                                   CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR,
                                                   CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT,
                                                   CL_DEVICE_NATIVE_VECTOR_WIDTH_INT,
                                                   CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG,
                                                   CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT,
                                                   CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE,
                                                   CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF,
                                                   CL_DEVICE_MAX_CLOCK_FREQUENCY,
                                                   CL_DEVICE_ADDRESS_BITS,
                                                   CL_DEVICE_MAX_READ_IMAGE_ARGS,
                                                   CL_DEVICE_MAX_WRITE_IMAGE_ARGS,
                                                   CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS,
                                                   CL_DEVICE_MAX_SAMPLERS,
                                                   CL_DEVICE_MEM_BASE_ADDR_ALIGN,
                                                   CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE,
                                                   CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE,
                                                   CL_DEVICE_GLOBAL_MEM_CACHE_TYPE,
                                                   CL_DEVICE_MAX_CONSTANT_ARGS,
                                                   CL_DEVICE_LOCAL_MEM_TYPE,
                                                   CL_DEVICE_PARTITION_MAX_SUB_DEVICES,
                                                   CL_DEVICE_REFERENCE_COUNT,
                                                   CL_DEVICE_IMAGE_PITCH_ALIGNMENT,
                                                   CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT,
                                                   CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE,
                                                   CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE,
                                                   CL_DEVICE_MAX_ON_DEVICE_QUEUES,
                                                   CL_DEVICE_MAX_ON_DEVICE_EVENTS,
                                                   CL_DEVICE_MAX_PIPE_ARGS,
                                                   CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS,
                                                   CL_DEVICE_PIPE_MAX_PACKET_SIZE,
                                                   CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT,
                                                   CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT,
                                                   CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT,
                                                   CL_DEVICE_MAX_NUM_SUB_GROUPS,
                                                   CL_DEVICE_NODE_MASK_KHR,
                                                   CL_DEVICE_IP_VERSION_INTEL,
                                                   CL_DEVICE_ID_INTEL,
                                                   CL_DEVICE_NUM_SLICES_INTEL,
                                                   CL_DEVICE_NUM_SUB_SLICES_PER_SLICE_INTEL,
                                                   CL_DEVICE_NUM_EUS_PER_SUB_SLICE_INTEL,
                                                   CL_DEVICE_NUM_THREADS_PER_EU_INTEL,
                                                   CL_DEVICE_NUMERIC_VERSION,
                                                   CL_DEVICE_NUMERIC_VERSION_KHR,
                                                   CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR,
                                                   CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT}}});
}

TEST_F(AllQueries, DeviceLongNumbers) {
    expect_answers(of(clGetDeviceInfo, device), {{sizeof(cl_ulong),
                                                  {CL_DEVICE_TYPE,
                                                   CL_DEVICE_MAX_MEM_ALLOC_SIZE,
                                                   CL_DEVICE_SINGLE_FP_CONFIG,
                                                   CL_DEVICE_DOUBLE_FP_CONFIG,
                                                   CL_DEVICE_HALF_FP_CONFIG,
                                                   CL_DEVICE_GLOBAL_MEM_CACHE_SIZE,
                                                   CL_DEVICE_GLOBAL_MEM_SIZE,
                                                   CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE,
                                                   CL_DEVICE_LOCAL_MEM_SIZE,
                                                   CL_DEVICE_EXECUTION_CAPABILITIES,
                                                   CL_DEVICE_QUEUE_ON_HOST_PROPERTIES,
                                                   CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES,
                                                   CL_DEVICE_PARTITION_AFFINITY_DOMAIN,
                                                   CL_DEVICE_SVM_CAPABILITIES,
                                                   CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES,
                                                   CL_DEVICE_ATOMIC_FENCE_CAPABILITIES,
                                                   CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES,
                                                   CL_DEVICE_FEATURE_CAPABILITIES_INTEL,
                                                   CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR,
                                                   kernel_clock_capabilities,
                                                   0x4190,
                                                   0x4191,
                                                   0x4192,
                                                   0x4193,
                                                   0x4194,
                                                   fp_atomic_capabilities[0],
                                                   fp_atomic_capabilities[1],
                                                   fp_atomic_capabilities[2],
                                                   CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR,
                                                   supported_queue_properties,
                                                   CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR,
                                                   CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR}}});
}

TEST_F(AllQueries, DeviceSizesAndTruths) {
    expect_answers(
        of(clGetDeviceInfo, device),
        {{sizeof(std::size_t),
          {CL_DEVICE_MAX_WORK_GROUP_SIZE, CL_DEVICE_IMAGE2D_MAX_WIDTH, CL_DEVICE_IMAGE2D_MAX_HEIGHT,
           CL_DEVICE_IMAGE3D_MAX_WIDTH, CL_DEVICE_IMAGE3D_MAX_HEIGHT, CL_DEVICE_IMAGE3D_MAX_DEPTH,
           CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, CL_DEVICE_MAX_PARAMETER_SIZE,
           CL_DEVICE_PROFILING_TIMER_RESOLUTION, CL_DEVICE_PRINTF_BUFFER_SIZE, CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE,
           CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
           CL_DEVICE_SVM_CONCURRENT_ACCESS_ATOM_SIZE_KHR}},
         // OpenCL 3.1 gives this query the name CL_DEVICE_MAX_WORK_GROUP_SIZES, too.
         {3 * sizeof(std::size_t), {CL_DEVICE_MAX_WORK_ITEM_SIZES}},
         {sizeof(cl_bool),
          {CL_DEVICE_IMAGE_SUPPORT, CL_DEVICE_ERROR_CORRECTION_SUPPORT, CL_DEVICE_HOST_UNIFIED_MEMORY,
           CL_DEVICE_ENDIAN_LITTLE, CL_DEVICE_AVAILABLE, CL_DEVICE_COMPILER_AVAILABLE, CL_DEVICE_LINKER_AVAILABLE,
           CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS,
           CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT,
           CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, CL_DEVICE_PIPE_SUPPORT, CL_DEVICE_LUID_VALID_KHR}},
         {CL_UUID_SIZE_KHR, {CL_DEVICE_UUID_KHR, CL_DRIVER_UUID_KHR}},
         {CL_LUID_SIZE_KHR, {CL_DEVICE_LUID_KHR}},
         {sizeof(cl_device_integer_dot_product_acceleration_properties_khr),
          {CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR,
           CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR}}});
}

TEST_F(AllQueries, DeviceTextsAndLists) {
    expect_answers(
        of(clGetDeviceInfo, device),
        {{sizeof(void*), {CL_DEVICE_PLATFORM, CL_DEVICE_PARENT_DEVICE}},
         {0,
          {CL_DEVICE_NAME, CL_DEVICE_VENDOR, CL_DRIVER_VERSION, CL_DEVICE_PROFILE, CL_DEVICE_VERSION,
           CL_DEVICE_OPENCL_C_VERSION, CL_DEVICE_EXTENSIONS, CL_DEVICE_BUILT_IN_KERNELS, CL_DEVICE_PARTITION_PROPERTIES,
           CL_DEVICE_PARTITION_TYPE, CL_DEVICE_IL_VERSION, CL_DEVICE_EXTENSIONS_WITH_VERSION,
           CL_DEVICE_ILS_WITH_VERSION, CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, CL_DEVICE_OPENCL_C_ALL_VERSIONS,
           CL_DEVICE_OPENCL_C_FEATURES, CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED,
           CL_DEVICE_EXTENSIONS_WITH_VERSION_KHR, CL_DEVICE_ILS_WITH_VERSION_KHR,
           CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION_KHR, CL_DEVICE_SEMAPHORE_TYPES_KHR,
           CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR, CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR,
           CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR,
           CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR, CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR,
           // The queries of cl_khr_spirv_queries.
           0x12B9, 0x12BA, 0x12BB}}});
}

TEST_F(AllQueries, ContextsAndQueues) {
    expect_answers(of(clGetContextInfo, context),
                   {{sizeof(cl_uint), {CL_CONTEXT_REFERENCE_COUNT, CL_CONTEXT_NUM_DEVICES}},
                    {sizeof(cl_device_id), {CL_CONTEXT_DEVICES}},
                    {0, {CL_CONTEXT_PROPERTIES}}});
    expect_answers(of(clGetCommandQueueInfo, queue),
                   {{sizeof(void*), {CL_QUEUE_CONTEXT, CL_QUEUE_DEVICE, CL_QUEUE_DEVICE_DEFAULT}},
                    {sizeof(cl_uint), {CL_QUEUE_REFERENCE_COUNT}},
                    {sizeof(cl_command_queue_properties), {CL_QUEUE_PROPERTIES}},
                    {0, {CL_QUEUE_PROPERTIES_ARRAY}}});
}

TEST_F(AllQueries, Memory) {
    const Mem memory = buffer(256);
    expect_answers(of(clGetMemObjectInfo, memory.get()),
                   {{sizeof(cl_uint), {CL_MEM_TYPE, CL_MEM_MAP_COUNT, CL_MEM_REFERENCE_COUNT}},
                    {sizeof(cl_mem_flags), {CL_MEM_FLAGS}},
                    {sizeof(std::size_t), {CL_MEM_SIZE, CL_MEM_OFFSET}},
                    {sizeof(void*), {CL_MEM_HOST_PTR, CL_MEM_CONTEXT, CL_MEM_ASSOCIATED_MEMOBJECT}},
                    {sizeof(cl_bool), {CL_MEM_USES_SVM_POINTER}},
                    {0, {CL_MEM_PROPERTIES}}});
}

TEST_F(AllQueries, Programs) {
    expect_answers(of(clGetProgramInfo, program_),
                   {{sizeof(cl_uint), {CL_PROGRAM_REFERENCE_COUNT, CL_PROGRAM_NUM_DEVICES}},
                    {sizeof(void*), {CL_PROGRAM_CONTEXT, CL_PROGRAM_DEVICES}},
                    {sizeof(std::size_t), {CL_PROGRAM_BINARY_SIZES, CL_PROGRAM_NUM_KERNELS}},
                    {sizeof(cl_bool), {CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT}},
                    {0, {CL_PROGRAM_SOURCE, CL_PROGRAM_KERNEL_NAMES, CL_PROGRAM_IL, CL_PROGRAM_IL_KHR}}});
    std::size_t size = 0;
    EXPECT_EQ(clGetProgramInfo(program_, CL_PROGRAM_BINARIES, 0, nullptr, &size), CL_SUCCESS);
    EXPECT_EQ(size, sizeof(unsigned char*));
    const auto ask = [this](cl_uint what, std::size_t bytes, void* value, std::size_t* size_ret) {
        return clGetProgramBuildInfo(program_, device, what, bytes, value, size_ret);
    };
    expect_answers(ask, {{sizeof(cl_int), {CL_PROGRAM_BUILD_STATUS}},
                         {sizeof(cl_program_binary_type), {CL_PROGRAM_BINARY_TYPE}},
                         {sizeof(std::size_t), {CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE}},
                         {0, {CL_PROGRAM_BUILD_OPTIONS, CL_PROGRAM_BUILD_LOG}}});
}

TEST_F(AllQueries, Kernels) {
    expect_answers(of(clGetKernelInfo, kernel_), {{sizeof(cl_uint), {CL_KERNEL_NUM_ARGS, CL_KERNEL_REFERENCE_COUNT}},
                                                  {sizeof(void*), {CL_KERNEL_CONTEXT, CL_KERNEL_PROGRAM}},
                                                  {0, {CL_KERNEL_FUNCTION_NAME, CL_KERNEL_ATTRIBUTES}}});
    const auto argument = [this](cl_uint what, std::size_t bytes, void* value, std::size_t* size_ret) {
        return clGetKernelArgInfo(kernel_, 0, what, bytes, value, size_ret);
    };
    expect_answers(argument, {{sizeof(cl_uint), {CL_KERNEL_ARG_ADDRESS_QUALIFIER, CL_KERNEL_ARG_ACCESS_QUALIFIER}},
                              {sizeof(cl_kernel_arg_type_qualifier), {CL_KERNEL_ARG_TYPE_QUALIFIER}},
                              {0, {CL_KERNEL_ARG_TYPE_NAME, CL_KERNEL_ARG_NAME}}});
    const auto group = [this](cl_uint what, std::size_t bytes, void* value, std::size_t* size_ret) {
        return clGetKernelWorkGroupInfo(kernel_, device, what, bytes, value, size_ret);
    };
    expect_answers(group,
                   {{sizeof(std::size_t), {CL_KERNEL_WORK_GROUP_SIZE, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE}},
                    {3 * sizeof(std::size_t), {CL_KERNEL_COMPILE_WORK_GROUP_SIZE}},
                    {sizeof(cl_ulong), {CL_KERNEL_LOCAL_MEM_SIZE, CL_KERNEL_PRIVATE_MEM_SIZE}},
                    {0, {CL_KERNEL_ALLOCATIONS_INFO_INTEL}}});
    // "CL_INVALID_VALUE if param_name is CL_KERNEL_GLOBAL_WORK_SIZE and [neither] device is a custom device [nor]
    // kernel a built-in kernel": Lanewise has neither custom devices nor built-in kernels.
    std::size_t global[3];
    EXPECT_EQ(group(CL_KERNEL_GLOBAL_WORK_SIZE, sizeof global, global, nullptr), CL_INVALID_VALUE);
}

TEST_F(AllQueries, Events) {
    cl_command_queue profiling = nullptr;
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    profiling = clCreateCommandQueueWithProperties(context, device, properties, nullptr);
    cl_event event = nullptr;
    ASSERT_EQ(clEnqueueMarkerWithWaitList(profiling, 0, nullptr, &event), CL_SUCCESS);
    ASSERT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
    const OwnedEvent owned(event);
    expect_answers(
        of(clGetEventInfo, event),
        {{sizeof(void*), {CL_EVENT_COMMAND_QUEUE, CL_EVENT_CONTEXT}},
         {sizeof(cl_uint), {CL_EVENT_COMMAND_TYPE, CL_EVENT_REFERENCE_COUNT, CL_EVENT_COMMAND_EXECUTION_STATUS}}});
    expect_answers(of(clGetEventProfilingInfo, event),
                   {{sizeof(cl_ulong),
                     {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT, CL_PROFILING_COMMAND_START,
                      CL_PROFILING_COMMAND_END, CL_PROFILING_COMMAND_COMPLETE}}});
    clReleaseCommandQueue(profiling);
}

}  // namespace
}  // namespace lanewise::test
