// Calls every function with all kinds of bad handles as first argument. Each call must return the error code for the
// handle's type, and must not crash.
#include <functional>
#include <string>
#include <vector>

#include "errors/bad_handles.h"
#include "fixture.h"

namespace lanewise::test {
namespace {

template <class Handle>
struct Call {
    const char* name;
    std::function<cl_int(Handle)> call;
};

class HandleErrors : public ContextTest {
protected:
    /// Calls every function with every bad handle.
    template <class Handle>
    void expect_all(cl_int wanted, void* other_kind, const std::vector<Call<Handle>>& calls) {
        for (const auto& [kind, handle] : bad_handles(released_context(device), other_kind)) {
            for (const Call<Handle>& function : calls) {
                EXPECT_EQ(function.call(static_cast<Handle>(handle)), wanted) << function.name << ", " << kind;
            }
        }
    }

    /// Calls `create`, which must fail to create an object and return null. Returns the error code that `create`
    /// stores.
    template <class Create>
    static cl_int code_of(const Create& create) {
        cl_int code = CL_SUCCESS;
        EXPECT_EQ(create(&code), nullptr);
        return code;
    }

    static inline const char* source = "kernel void k() {}";
    static inline std::size_t length = 4;
    static inline const unsigned char* bytes = reinterpret_cast<const unsigned char*>("none");
};

TEST_F(HandleErrors, Contexts) {
    expect_all<cl_context>(
        CL_INVALID_CONTEXT, queue,
        {
            {"clRetainContext", clRetainContext},
            {"clReleaseContext", clReleaseContext},
            {"clGetContextInfo",
             [](cl_context c) { return clGetContextInfo(c, CL_CONTEXT_NUM_DEVICES, 0, nullptr, nullptr); }},
            {"clSetContextDestructorCallback",
             [](cl_context c) { return clSetContextDestructorCallback(c, [](cl_context, void*) {}, nullptr); }},
            {"clCreateCommandQueue",
             [this](cl_context c) {
                 return code_of([&](cl_int* e) { return clCreateCommandQueue(c, device, 0, e); });
             }},
            {"clCreateCommandQueueWithProperties",
             [this](cl_context c) {
                 return code_of([&](cl_int* e) { return clCreateCommandQueueWithProperties(c, device, nullptr, e); });
             }},
            {"clCreateBuffer",
             [](cl_context c) { return code_of([&](cl_int* e) { return clCreateBuffer(c, 0, 64, nullptr, e); }); }},
            {"clCreateBufferWithProperties",
             [](cl_context c) {
                 return code_of([&](cl_int* e) { return clCreateBufferWithProperties(c, nullptr, 0, 64, nullptr, e); });
             }},
            {"clCreateUserEvent",
             [](cl_context c) { return code_of([&](cl_int* e) { return clCreateUserEvent(c, e); }); }},
            {"clCreateProgramWithSource",
             [](cl_context c) {
                 return code_of([&](cl_int* e) { return clCreateProgramWithSource(c, 1, &source, nullptr, e); });
             }},
            {"clCreateProgramWithBinary",
             [this](cl_context c) {
                 return code_of(
                     [&](cl_int* e) { return clCreateProgramWithBinary(c, 1, &device, &length, &bytes, nullptr, e); });
             }},
            {"clCreateProgramWithIL",
             [](cl_context c) {
                 return code_of([&](cl_int* e) { return clCreateProgramWithIL(c, bytes, length, e); });
             }},
            {"clCreateProgramWithBuiltInKernels",
             [this](cl_context c) {
                 return code_of([&](cl_int* e) { return clCreateProgramWithBuiltInKernels(c, 1, &device, "k", e); });
             }},
            {"clLinkProgram",
             [](cl_context c) {
                 return code_of(
                     [&](cl_int* e) { return clLinkProgram(c, 0, nullptr, "", 0, nullptr, nullptr, nullptr, e); });
             }},
            {"clGetSupportedImageFormats",
             [](cl_context c) {
                 return clGetSupportedImageFormats(c, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, nullptr);
             }},
            {"clSetDefaultDeviceCommandQueue",
             [this](cl_context c) { return clSetDefaultDeviceCommandQueue(c, device, queue); }},
        });
}

TEST_F(HandleErrors, SvmAllocationsNeedAContext) {
    for (const auto& [kind, handle] : bad_handles(released_context(device), queue)) {
        const auto bad = static_cast<cl_context>(handle);
        EXPECT_EQ(clSVMAlloc(bad, CL_MEM_READ_WRITE, 64, 0), nullptr) << kind;
        clSVMFree(bad, &length);
    }
}

TEST_F(HandleErrors, Queues) {
    expect_all<cl_command_queue>(
        CL_INVALID_COMMAND_QUEUE, context,
        {
            {"clRetainCommandQueue", clRetainCommandQueue},
            {"clReleaseCommandQueue", clReleaseCommandQueue},
            {"clFlush", clFlush},
            {"clFinish", clFinish},
            {"clGetCommandQueueInfo",
             [](cl_command_queue q) { return clGetCommandQueueInfo(q, CL_QUEUE_CONTEXT, 0, nullptr, nullptr); }},
            {"clSetCommandQueueProperty",
             [](cl_command_queue q) { return clSetCommandQueueProperty(q, 0, CL_TRUE, nullptr); }},
        });
}

TEST_F(HandleErrors, Platforms) {
    std::size_t size = 0;
    for (const auto& [kind, handle] : bad_handles(released_context(device), context)) {
        if (!handle) continue;  // null may mean the default platform
        const auto bad = static_cast<cl_platform_id>(handle);
        cl_uint count = 0;
        EXPECT_EQ(clGetPlatformInfo(bad, CL_PLATFORM_NAME, 0, nullptr, &size), CL_INVALID_PLATFORM) << kind;
        EXPECT_EQ(clGetDeviceIDs(bad, CL_DEVICE_TYPE_ALL, 0, nullptr, &count), CL_INVALID_PLATFORM) << kind;
        EXPECT_EQ(clUnloadPlatformCompiler(bad), CL_INVALID_PLATFORM) << kind;
    }
}

TEST_F(HandleErrors, Devices) {
    static constexpr cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    expect_all<cl_device_id>(
        CL_INVALID_DEVICE, context,
        {
            {"clRetainDevice", clRetainDevice},
            {"clReleaseDevice", clReleaseDevice},
            {"clGetDeviceInfo", [](cl_device_id d) { return clGetDeviceInfo(d, CL_DEVICE_NAME, 0, nullptr, nullptr); }},
            {"clCreateSubDevices", [](cl_device_id d) { return clCreateSubDevices(d, equally, 0, nullptr, nullptr); }},
            {"clGetDeviceAndHostTimer",
             [](cl_device_id d) {
                 cl_ulong time[2];
                 return clGetDeviceAndHostTimer(d, &time[0], &time[1]);
             }},
            {"clGetHostTimer",
             [](cl_device_id d) {
                 cl_ulong time = 0;
                 return clGetHostTimer(d, &time);
             }},
        });
    // Passes invalid devices as arguments after the first argument.
    for (const auto& [kind, handle] : bad_handles(released_context(device), queue)) {
        auto bad = static_cast<cl_device_id>(handle);
        cl_int code = CL_SUCCESS;
        EXPECT_EQ(clCreateCommandQueueWithProperties(context, bad, nullptr, &code), nullptr);
        EXPECT_EQ(code, CL_INVALID_DEVICE) << kind;
        EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, bad, queue), CL_INVALID_DEVICE) << kind;
        EXPECT_EQ(clCreateProgramWithBuiltInKernels(context, 1, &bad, "k", &code), nullptr);
        EXPECT_EQ(code, CL_INVALID_DEVICE) << kind;
        if (!handle) continue;  // a loader would dereference the null pointer
        EXPECT_EQ(clCreateContext(nullptr, 1, &bad, nullptr, nullptr, &code), nullptr);
        EXPECT_EQ(code, CL_INVALID_DEVICE) << kind;
    }
}

TEST_F(HandleErrors, MemObjects) {
    static constexpr cl_buffer_region region{0, 64};
    expect_all<cl_mem>(
        CL_INVALID_MEM_OBJECT, context,
        {
            {"clRetainMemObject", clRetainMemObject},
            {"clReleaseMemObject", clReleaseMemObject},
            {"clGetMemObjectInfo", [](cl_mem m) { return clGetMemObjectInfo(m, CL_MEM_SIZE, 0, nullptr, nullptr); }},
            {"clGetImageInfo", [](cl_mem m) { return clGetImageInfo(m, CL_IMAGE_WIDTH, 0, nullptr, nullptr); }},
            {"clGetPipeInfo", [](cl_mem m) { return clGetPipeInfo(m, CL_PIPE_PACKET_SIZE, 0, nullptr, nullptr); }},
            {"clSetMemObjectDestructorCallback",
             [](cl_mem m) { return clSetMemObjectDestructorCallback(m, [](cl_mem, void*) {}, nullptr); }},
            {"clCreateSubBuffer",
             [](cl_mem m) {
                 return code_of(
                     [&](cl_int* e) { return clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, e); });
             }},
        });
}

TEST_F(HandleErrors, Programs) {
    expect_all<cl_program>(
        CL_INVALID_PROGRAM, context,
        {
            {"clRetainProgram", clRetainProgram},
            {"clReleaseProgram", clReleaseProgram},
            {"clBuildProgram", [](cl_program p) { return clBuildProgram(p, 0, nullptr, "", nullptr, nullptr); }},
            {"clCompileProgram",
             [](cl_program p) { return clCompileProgram(p, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr); }},
            {"clGetProgramInfo",
             [](cl_program p) { return clGetProgramInfo(p, CL_PROGRAM_NUM_DEVICES, 0, nullptr, nullptr); }},
            {"clGetProgramBuildInfo",
             [this](cl_program p) {
                 return clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_STATUS, 0, nullptr, nullptr);
             }},
            {"clCreateKernel",
             [](cl_program p) { return code_of([&](cl_int* e) { return clCreateKernel(p, "k", e); }); }},
            {"clCreateKernelsInProgram", [](cl_program p) { return clCreateKernelsInProgram(p, 0, nullptr, nullptr); }},
            {"clSetProgramReleaseCallback",
             [](cl_program p) { return clSetProgramReleaseCallback(p, [](cl_program, void*) {}, nullptr); }},
            {"clSetProgramSpecializationConstant",
             [](cl_program p) {
                 const cl_uint value = 0;
                 return clSetProgramSpecializationConstant(p, 0, sizeof value, &value);
             }},
        });
    for (const auto& [kind, handle] : bad_handles(released_context(device), queue)) {
        auto bad = static_cast<cl_program>(handle);
        cl_int code = CL_SUCCESS;
        EXPECT_EQ(clLinkProgram(context, 0, nullptr, "", 1, &bad, nullptr, nullptr, &code), nullptr);
        EXPECT_EQ(code, CL_INVALID_PROGRAM) << kind;
    }
}

TEST_F(HandleErrors, Kernels) {
    expect_all<cl_kernel>(
        CL_INVALID_KERNEL, context,
        {
            {"clRetainKernel", clRetainKernel},
            {"clReleaseKernel", clReleaseKernel},
            {"clCloneKernel", [](cl_kernel k) { return code_of([&](cl_int* e) { return clCloneKernel(k, e); }); }},
            {"clSetKernelArg", [](cl_kernel k) { return clSetKernelArg(k, 0, 4, &length); }},
            {"clSetKernelArgSVMPointer", [](cl_kernel k) { return clSetKernelArgSVMPointer(k, 0, nullptr); }},
            {"clSetKernelExecInfo",
             [](cl_kernel k) {
                 const cl_bool no = CL_FALSE;
                 return clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof no, &no);
             }},
            {"clGetKernelInfo",
             [](cl_kernel k) { return clGetKernelInfo(k, CL_KERNEL_NUM_ARGS, 0, nullptr, nullptr); }},
            {"clGetKernelArgInfo",
             [](cl_kernel k) { return clGetKernelArgInfo(k, 0, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr); }},
            {"clGetKernelWorkGroupInfo",
             [this](cl_kernel k) {
                 return clGetKernelWorkGroupInfo(k, device, CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr, nullptr);
             }},
        });
    const std::size_t one = 1;
    for (const auto& [kind, handle] : bad_handles(released_context(device), queue)) {
        const auto bad = static_cast<cl_kernel>(handle);
        EXPECT_EQ(clEnqueueNDRangeKernel(queue, bad, 1, nullptr, &one, nullptr, 0, nullptr, nullptr), CL_INVALID_KERNEL)
            << kind;
        EXPECT_EQ(clEnqueueTask(queue, bad, 0, nullptr, nullptr), CL_INVALID_KERNEL) << kind;
    }
}

TEST_F(HandleErrors, Events) {
    expect_all<cl_event>(
        CL_INVALID_EVENT, context,
        {
            {"clRetainEvent", clRetainEvent},
            {"clReleaseEvent", clReleaseEvent},
            {"clWaitForEvents", [](cl_event e) { return clWaitForEvents(1, &e); }},
            {"clSetUserEventStatus", [](cl_event e) { return clSetUserEventStatus(e, CL_COMPLETE); }},
            {"clGetEventInfo", [](cl_event e) { return clGetEventInfo(e, CL_EVENT_CONTEXT, 0, nullptr, nullptr); }},
            {"clGetEventProfilingInfo",
             [](cl_event e) { return clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_END, 0, nullptr, nullptr); }},
            {"clSetEventCallback",
             [](cl_event e) { return clSetEventCallback(e, CL_COMPLETE, [](cl_event, cl_int, void*) {}, nullptr); }},
        });
}

TEST_F(HandleErrors, Samplers) {
    expect_all<cl_sampler>(
        CL_INVALID_SAMPLER, context,
        {
            {"clRetainSampler", clRetainSampler},
            {"clReleaseSampler", clReleaseSampler},
            {"clGetSamplerInfo",
             [](cl_sampler s) { return clGetSamplerInfo(s, CL_SAMPLER_CONTEXT, 0, nullptr, nullptr); }},
        });
}

}  // namespace
}  // namespace lanewise::test
