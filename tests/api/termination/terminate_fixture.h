// Fixture with a context that can be terminated, its queues, and kernels that never end.
#pragma once

#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

inline constexpr const char* endless_source = R"(
kernel void k(global volatile int* p) {
    p[get_global_id(0)] = 1;
    while (p[get_global_id(0)]) ;
}
)";

/// Runs `call` in another thread and returns its result. If the call takes more than a minute, reports a failure and
/// ends the process.
template <class Call>
cl_int within_a_minute(Call&& call) {
    std::atomic<bool> done = false;
    cl_int code = 1;
    std::thread caller([&] {
        code = call();
        done = true;
    });
    for (int i = 0; i < 60'000 && !done; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (!done) {
        ADD_FAILURE() << "a call does not return";
        std::_Exit(1);
    }
    caller.join();
    return code;
}

class TerminateContext : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_EQ(clGetPlatformIDs(1, &platform, nullptr), CL_SUCCESS);
        ASSERT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, nullptr), CL_SUCCESS);
        terminate = reinterpret_cast<clTerminateContextKHR_fn>(
            clGetExtensionFunctionAddressForPlatform(platform, "clTerminateContextKHR"));
        ASSERT_NE(terminate, nullptr);
        cl_int code = CL_SUCCESS;
        const cl_context_properties properties[] = {CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0};
        context = clCreateContext(properties, 1, &device, &note, this, &code);
        ASSERT_EQ(code, CL_SUCCESS);
        queue = make_queue(CL_QUEUE_PROFILING_ENABLE);
        unordered = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
        buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof values, nullptr, &code);
        ASSERT_EQ(code, CL_SUCCESS);
    }

    // "APIs that release OpenCL objects will continue to operate as though clTerminateContextKHR was not called."
    void TearDown() override {
        EXPECT_EQ(clReleaseMemObject(buffer), CL_SUCCESS);
        EXPECT_EQ(clReleaseCommandQueue(queue), CL_SUCCESS);
        EXPECT_EQ(clReleaseCommandQueue(unordered), CL_SUCCESS);
        EXPECT_EQ(clReleaseContext(context), CL_SUCCESS);
    }

    static void CL_CALLBACK note(const char* text, const void*, std::size_t, void* test) {
        static_cast<TerminateContext*>(test)->told = text;
    }

    cl_command_queue make_queue(cl_command_queue_properties bits) {
        const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, bits, 0};
        cl_int code = CL_SUCCESS;
        cl_command_queue made = clCreateCommandQueueWithProperties(context, device, properties, &code);
        EXPECT_EQ(code, CL_SUCCESS);
        return made;
    }

    static cl_int status_of(cl_event event) {
        cl_int status = 1000;
        EXPECT_EQ(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
                  CL_SUCCESS);
        return status;
    }

    /// "The execution status of enqueued commands will be CL_CONTEXT_TERMINATED_KHR". Releases the event.
    static void expect_terminated(cl_event event) {
        EXPECT_EQ(within_a_minute([&] { return clWaitForEvents(1, &event); }),
                  CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        EXPECT_EQ(status_of(event), CL_CONTEXT_TERMINATED_KHR);
        EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS);
    }

    cl_event user_event() {
        cl_int code = CL_SUCCESS;
        cl_event event = clCreateUserEvent(context, &code);
        EXPECT_EQ(code, CL_SUCCESS);
        return event;
    }

    /// Returns a kernel in which each work-item sets its element of the buffer to 1, and runs until another command
    /// sets the element to 0.
    static cl_kernel endless_kernel(cl_context in) {
        cl_int code = CL_SUCCESS;
        const char* source = endless_source;
        cl_program program = clCreateProgramWithSource(in, 1, &source, nullptr, &code);
        EXPECT_EQ(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
        cl_kernel kernel = clCreateKernel(program, "k", &code);
        EXPECT_EQ(code, CL_SUCCESS);
        EXPECT_EQ(clReleaseProgram(program), CL_SUCCESS);
        return kernel;
    }

    cl_event run_endless(cl_command_queue on, size_t items = 64) {
        cl_kernel kernel = endless_kernel(context);
        EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), CL_SUCCESS);
        cl_event event = nullptr;
        EXPECT_EQ(clEnqueueNDRangeKernel(on, kernel, 1, nullptr, &items, nullptr, 0, nullptr, &event), CL_SUCCESS);
        EXPECT_EQ(clReleaseKernel(kernel), CL_SUCCESS);
        EXPECT_EQ(clFlush(on), CL_SUCCESS);
        return event;
    }
    static void wait_until_running(cl_event event) {
        while (status_of(event) != CL_RUNNING) std::this_thread::yield();
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }

    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
    clTerminateContextKHR_fn terminate = nullptr;
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;  // in-order, with profiling
    cl_command_queue unordered = nullptr;
    cl_mem buffer = nullptr;
    int values[4096] = {};
    std::string told;
};
