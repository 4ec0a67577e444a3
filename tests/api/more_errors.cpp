// Error codes that need more than a bad handle: programs, kernels, contexts, devices, callbacks.
#include <atomic>
#include <string>

#include "fixture.h"

namespace lanewise::test {
namespace {

constexpr const char* source =
    "#ifdef WIDE\n"
    "kernel void k(global int* p, long x) { *p = (int)x; }\n"
    "#else\n"
    "kernel void k(global int* p, int x) { *p = x; }\n"
    "#endif\n";

class MoreErrors : public ContextTest {
protected:
    void SetUp() override {
        ContextTest::SetUp();
        program = from_source(context, source);
    }
    void TearDown() override {
        if (kernel) {
            EXPECT_EQ(clReleaseKernel(kernel), CL_SUCCESS);
        }
        EXPECT_EQ(clReleaseProgram(program), CL_SUCCESS);
        ContextTest::TearDown();
    }

    static cl_program from_source(cl_context in, const char* text) {
        cl_int code = CL_SUCCESS;
        cl_program made = clCreateProgramWithSource(in, 1, &text, nullptr, &code);
        EXPECT_EQ(code, CL_SUCCESS);
        return made;
    }

    void build() {
        ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
        kernel = clCreateKernel(program, "k", nullptr);
        ASSERT_NE(kernel, nullptr);
    }

    /// Two sub-devices of one compute unit, or nothing on a smaller machine.
    std::vector<cl_device_id> halves() {
        const cl_device_partition_property counts[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, 0, 0};
        std::vector<cl_device_id> parts(2);
        if (clCreateSubDevices(device, counts, 2, parts.data(), nullptr) != CL_SUCCESS) parts.clear();
        return parts;
    }

    cl_program program = nullptr;
    cl_kernel kernel = nullptr;
};

TEST_F(MoreErrors, KernelDefinitionsDifferBetweenDevices) {
    const std::vector<cl_device_id> parts = halves();
    if (parts.empty()) GTEST_SKIP() << "the device has one compute unit";
    cl_context both = clCreateContext(nullptr, 2, parts.data(), nullptr, nullptr, nullptr);
    cl_program made = from_source(both, source);
    ASSERT_EQ(clBuildProgram(made, 1, &parts[0], "", nullptr, nullptr), CL_SUCCESS);
    ASSERT_EQ(clBuildProgram(made, 1, &parts[1], "-DWIDE", nullptr, nullptr), CL_SUCCESS);
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(clCreateKernel(made, "k", &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_KERNEL_DEFINITION);
    clReleaseProgram(made);
    clReleaseContext(both);
    for (cl_device_id part : parts) clReleaseDevice(part);
}

TEST_F(MoreErrors, DevicesOfOtherContexts) {
    const std::vector<cl_device_id> parts = halves();
    if (parts.empty()) GTEST_SKIP() << "the device has one compute unit";
    cl_device_id other = parts[0];
    build();
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(clBuildProgram(program, 1, &other, "", nullptr, nullptr), CL_INVALID_DEVICE);
    EXPECT_EQ(clCompileProgram(program, 1, &other, "", 0, nullptr, nullptr, nullptr, nullptr),
              CL_INVALID_DEVICE);
    EXPECT_EQ(clLinkProgram(context, 1, &other, "", 1, &program, nullptr, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_DEVICE);
    EXPECT_EQ(clCreateProgramWithBuiltInKernels(context, 1, &other, "k", &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_DEVICE);
    EXPECT_EQ(clGetProgramBuildInfo(program, other, CL_PROGRAM_BUILD_STATUS, 0, nullptr, nullptr),
              CL_INVALID_DEVICE);
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, other, CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr, nullptr),
              CL_INVALID_DEVICE);
    EXPECT_EQ(clGetKernelSubGroupInfo(kernel, other, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, 0, nullptr,
                                      nullptr),
              CL_INVALID_DEVICE);
    EXPECT_EQ(clCreateCommandQueueWithProperties(context, other, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_DEVICE);
    EXPECT_EQ(clCreateCommandQueue(context, other, 0, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_DEVICE);
    for (cl_device_id part : parts) clReleaseDevice(part);
}

TEST_F(MoreErrors, SubGroupInfo) {
    build();
    cl_uint groups = 0;
    clGetDeviceInfo(device, CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof groups, &groups, nullptr);
    std::size_t answer = 0;
    const std::size_t local = 64;
    const cl_int code =
        clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof local,
                                &local, sizeof answer, &answer, nullptr);
    EXPECT_EQ(code, groups == 0 ? CL_INVALID_OPERATION : CL_SUCCESS);
    if (groups == 0) return;
    EXPECT_EQ(clGetKernelSubGroupInfo(kernel, device, 0, 0, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clGetKernelSubGroupInfo(nullptr, device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, 0, nullptr,
                                      nullptr),
              CL_INVALID_KERNEL);
}

TEST_F(MoreErrors, ProgramCallbacksAndConstants) {
    EXPECT_EQ(clSetProgramReleaseCallback(program, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clSetProgramReleaseCallback(program, [](cl_program, void*) {}, nullptr),
              CL_INVALID_OPERATION);
    const cl_uint value = 1;
    const cl_int code = clSetProgramSpecializationConstant(program, 0, sizeof value, &value);
    // No device takes an intermediate language; where one does, the program has none.
    EXPECT_TRUE(code == CL_INVALID_OPERATION || code == CL_INVALID_PROGRAM) << code;
}

TEST_F(MoreErrors, NothingBuiltYet) {
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(clCreateKernel(program, "k", &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_PROGRAM_EXECUTABLE);
    cl_uint count = 0;
    EXPECT_EQ(clCreateKernelsInProgram(program, 0, nullptr, &count), CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_F(MoreErrors, KernelOfAnotherContext) {
    build();
    cl_command_queue other = clCreateCommandQueueWithProperties(other_context, device, nullptr, nullptr);
    const std::size_t one = 1;
    EXPECT_EQ(clEnqueueNDRangeKernel(other, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
              CL_INVALID_CONTEXT);
    EXPECT_EQ(clEnqueueTask(other, kernel, 0, nullptr, nullptr), CL_INVALID_CONTEXT);
    clReleaseCommandQueue(other);
}

TEST_F(MoreErrors, TasksLackArguments) {
    build();
    EXPECT_EQ(clEnqueueTask(queue, kernel, 0, nullptr, nullptr), CL_INVALID_KERNEL_ARGS);
}

TEST_F(MoreErrors, SvmPointerArguments) {
    build();
    EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 2, nullptr), CL_INVALID_ARG_INDEX);
    EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 1, nullptr), CL_INVALID_ARG_VALUE);
    EXPECT_EQ(clSetKernelArgSVMPointer(nullptr, 0, nullptr), CL_INVALID_KERNEL);
}

// Bad input changes nothing: the argument set before is still there.
TEST_F(MoreErrors, RefusedArgumentsLeaveTheOldOnes) {
    build();
    auto* const svm = static_cast<cl_int*>(clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0));
    const cl_int value = 42;
    ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, svm), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof value, &value), CL_SUCCESS);
    void* const foreign = queue;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof foreign, &foreign), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clSetKernelArg(kernel, 0, 4, &foreign), CL_INVALID_ARG_SIZE);
    EXPECT_EQ(clSetKernelArg(kernel, 1, 8, &value), CL_INVALID_ARG_SIZE);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof value, nullptr), CL_INVALID_ARG_VALUE);
    const std::size_t one = 1;
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(svm[0], 42);
    clSVMFree(context, svm);
}

TEST_F(MoreErrors, ContextArguments) {
    const auto code_of = [this](const cl_context_properties* properties, void* user_data) {
        cl_int code = CL_SUCCESS;
        EXPECT_EQ(clCreateContext(properties, 1, &device, nullptr, user_data, &code), nullptr);
        return code;
    };
    const auto platform_value = reinterpret_cast<cl_context_properties>(platform);
    const cl_context_properties unknown[] = {0x7777, 1, 0};
    const cl_context_properties twice[] = {CL_CONTEXT_PLATFORM, platform_value, CL_CONTEXT_PLATFORM,
                                           platform_value, 0};
    const cl_context_properties neither[] = {CL_CONTEXT_INTEROP_USER_SYNC, 7, 0};
    EXPECT_EQ(code_of(unknown, nullptr), CL_INVALID_PROPERTY);
    EXPECT_EQ(code_of(twice, nullptr), CL_INVALID_PROPERTY);
    EXPECT_EQ(code_of(neither, nullptr), CL_INVALID_PROPERTY);
    const cl_context_properties nowhere[] = {CL_CONTEXT_PLATFORM,
                                             reinterpret_cast<cl_context_properties>(queue), 0};
    EXPECT_EQ(code_of(nowhere, nullptr), CL_INVALID_PLATFORM);
    EXPECT_EQ(code_of(nullptr, this), CL_INVALID_VALUE);
    cl_int code = CL_SUCCESS;
    const cl_context_properties typed[] = {CL_CONTEXT_PLATFORM, platform_value, 0x7777, 1, 0};
    EXPECT_EQ(clCreateContextFromType(typed, CL_DEVICE_TYPE_CPU, nullptr, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_PROPERTY);
    const cl_context_properties plain[] = {CL_CONTEXT_PLATFORM, platform_value, 0};
    EXPECT_EQ(clCreateContextFromType(plain, CL_DEVICE_TYPE_CPU, nullptr, this, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_VALUE);
    EXPECT_EQ(clCreateContextFromType(plain, cl_device_type{1} << 40, nullptr, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_DEVICE_TYPE);
    EXPECT_EQ(clCreateContextFromType(plain, CL_DEVICE_TYPE_GPU, nullptr, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_DEVICE_NOT_FOUND);
}

TEST_F(MoreErrors, SubDeviceArguments) {
    cl_uint units = 0;
    clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr);
    const auto code_of = [this](std::vector<cl_device_partition_property> properties) {
        cl_uint count = 0;
        return clCreateSubDevices(device, properties.data(), 0, nullptr, &count);
    };
    EXPECT_EQ(clCreateSubDevices(device, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(code_of({0x7777, 1, 0}), CL_INVALID_VALUE);
    EXPECT_EQ(code_of({CL_DEVICE_PARTITION_EQUALLY, cl_device_partition_property(units) + 1, 0}),
              CL_INVALID_DEVICE_PARTITION_COUNT);
    EXPECT_EQ(code_of({CL_DEVICE_PARTITION_EQUALLY, cl_device_partition_property(units), 0}),
              CL_DEVICE_PARTITION_FAILED);
    EXPECT_EQ(code_of({CL_DEVICE_PARTITION_BY_COUNTS, cl_device_partition_property(units) + 1, 0, 0}),
              CL_INVALID_DEVICE_PARTITION_COUNT);
}

// clBuildProgram and the others tell the callback, with the outcome to be seen, success or not.
TEST_F(MoreErrors, BuildCallbacks) {
    struct Seen {
        std::atomic<int> calls = 0;
        cl_program program = nullptr;
        cl_device_id device = nullptr;
        cl_build_status status = CL_BUILD_IN_PROGRESS;
    } seen;
    seen.device = device;
    const auto notify = [](cl_program built, void* data) {
        auto& noted = *static_cast<Seen*>(data);
        noted.program = built;
        clGetProgramBuildInfo(built, noted.device, CL_PROGRAM_BUILD_STATUS, sizeof noted.status,
                              &noted.status, nullptr);
        ++noted.calls;
    };
    const auto expect_seen = [&](cl_program wanted, cl_build_status status) {
        while (seen.calls == 0) {
        }
        EXPECT_EQ(seen.calls.exchange(0), 1);
        EXPECT_EQ(seen.program, wanted);
        EXPECT_EQ(seen.status, status);
    };
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", notify, &seen), CL_SUCCESS);
    expect_seen(program, CL_BUILD_SUCCESS);
    EXPECT_EQ(clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, notify, &seen), CL_SUCCESS);
    expect_seen(program, CL_BUILD_SUCCESS);
    cl_int code = 1;
    cl_program linked = clLinkProgram(context, 0, nullptr, "", 1, &program, notify, &seen, &code);
    EXPECT_EQ(code, CL_SUCCESS);
    expect_seen(linked, CL_BUILD_SUCCESS);
    clReleaseProgram(linked);

    cl_program wrong = from_source(context, "kernel void k( { }");
    const cl_int built = clBuildProgram(wrong, 0, nullptr, "", notify, &seen);
    EXPECT_TRUE(built == CL_BUILD_PROGRAM_FAILURE || built == CL_SUCCESS) << built;
    expect_seen(wrong, CL_BUILD_ERROR);
    const cl_int compiled =
        clCompileProgram(wrong, 0, nullptr, "", 0, nullptr, nullptr, notify, &seen);
    EXPECT_TRUE(compiled == CL_COMPILE_PROGRAM_FAILURE || compiled == CL_SUCCESS) << compiled;
    expect_seen(wrong, CL_BUILD_ERROR);
    clReleaseProgram(wrong);

    cl_program unresolved =
        from_source(context, "int missing(int); kernel void k(global int* p) { *p = missing(1); }");
    ASSERT_EQ(clCompileProgram(unresolved, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
              CL_SUCCESS);
    linked = clLinkProgram(context, 0, nullptr, "", 1, &unresolved, notify, &seen, &code);
    EXPECT_EQ(code, CL_LINK_PROGRAM_FAILURE);
    if (linked) expect_seen(linked, CL_BUILD_ERROR);
    if (linked) clReleaseProgram(linked);
    clReleaseProgram(unresolved);
}

TEST_F(MoreErrors, BuildArguments) {
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, this), CL_INVALID_VALUE);
    EXPECT_EQ(clBuildProgram(program, 1, nullptr, "", nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clBuildProgram(program, 0, &device, "", nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, "-no-such-option", nullptr, nullptr),
              CL_INVALID_BUILD_OPTIONS);
    EXPECT_EQ(clCompileProgram(program, 0, nullptr, "-no-such-option", 0, nullptr, nullptr, nullptr, nullptr),
              CL_INVALID_COMPILER_OPTIONS);
    ASSERT_EQ(clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(clLinkProgram(context, 0, nullptr, "-no-such-option", 1, &program, nullptr, nullptr, &code),
              nullptr);
    EXPECT_EQ(code, CL_INVALID_LINKER_OPTIONS);
}

TEST_F(MoreErrors, ProfilingNeedsAProfilingQueue) {
    cl_event event = nullptr;
    ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &event), CL_SUCCESS);
    clWaitForEvents(1, &event);
    cl_ulong time = 0;
    EXPECT_EQ(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr),
              CL_PROFILING_INFO_NOT_AVAILABLE);
    EXPECT_EQ(clGetEventProfilingInfo(event, 0, sizeof time, &time, nullptr), CL_INVALID_VALUE);
    clReleaseEvent(event);
}

TEST_F(MoreErrors, BufferProperties) {
    const auto code_of = [this](const cl_mem_properties* properties) {
        cl_int code = CL_SUCCESS;
        const Mem made(clCreateBufferWithProperties(context, properties, 0, 64, nullptr, &code));
        EXPECT_EQ(made == nullptr, code != CL_SUCCESS);
        return code;
    };
    const cl_mem_properties none[] = {0};
    const cl_mem_properties unknown[] = {0x7777, 1, 0};
    EXPECT_EQ(code_of(nullptr), CL_SUCCESS);
    EXPECT_EQ(code_of(none), CL_SUCCESS);
    EXPECT_EQ(code_of(unknown), CL_INVALID_PROPERTY);
}

// Deprecated since OpenCL 1.2, a hint that may be ignored.
TEST_F(MoreErrors, UnloadingTheCompiler) {
    build();
    EXPECT_EQ(clUnloadPlatformCompiler(platform), CL_SUCCESS);
    EXPECT_EQ(clUnloadCompiler(), CL_SUCCESS);
    cl_program later = from_source(context, source);
    EXPECT_EQ(clBuildProgram(later, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    clReleaseProgram(later);
}

TEST_F(MoreErrors, QueuesStayAsTheyAre) {
    EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, device, queue), CL_INVALID_OPERATION);
    cl_command_queue_properties old = 0;
    EXPECT_EQ(clSetCommandQueueProperty(queue, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, &old),
              CL_INVALID_OPERATION);
}

}  // namespace
}  // namespace lanewise::test
