// KernelTest with a default queue on the device. Its functions build and run kernels that enqueue other kernels.
#pragma once

#include <string>

#include "kernel_fixture.h"

// In builds with a sanitizer, the sanitizer handles faults instead of the driver.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define LANEWISE_IS_SANITIZED
#endif
#endif
#ifdef LANEWISE_IS_SANITIZED
inline constexpr bool handles_faults_itself = true;
#else
inline constexpr bool handles_faults_itself = false;
#endif

class DeviceQueueTest : public KernelTest {
protected:
    static constexpr cl_command_queue_properties on_device =
        CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;

    void SetUp() override {
        KernelTest::SetUp();
        device_queue = make_queue(on_device | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_PROFILING_ENABLE);
    }
    void TearDown() override {
        for (cl_mem buffer : buffers_) clReleaseMemObject(buffer);
        clReleaseCommandQueue(device_queue);
        KernelTest::TearDown();
    }

    cl_command_queue make_sized_queue(cl_uint bytes) {
        const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, on_device, CL_QUEUE_SIZE, bytes, 0};
        cl_int code = CL_SUCCESS;
        cl_command_queue made = clCreateCommandQueueWithProperties(context, device, properties, &code);
        EXPECT_EQ(code, CL_SUCCESS);
        return made;
    }

    /// Builds the source and returns its kernel `name`. Prints the build log if the build fails.
    cl_kernel build(const std::string& source, const char* options = "-cl-std=CL3.0", const char* name = "k") {
        const char* text = source.c_str();
        cl_int code = CL_SUCCESS;
        cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &code);
        if (clBuildProgram(program, 0, nullptr, options, nullptr, nullptr) != CL_SUCCESS) {
            char log[4096] = {};
            clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr);
            ADD_FAILURE() << log;
        }
        cl_kernel made = clCreateKernel(program, name, &code);
        EXPECT_EQ(code, CL_SUCCESS);
        clReleaseProgram(program);
        own(made);
        return made;
    }

    cl_mem zeros(size_t ints) {
        std::vector<cl_int> content(ints);
        cl_int code = CL_SUCCESS;
        cl_mem made = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, ints * sizeof(cl_int), content.data(), &code);
        EXPECT_EQ(code, CL_SUCCESS);
        buffers_.push_back(made);
        return made;
    }
    std::vector<cl_int> read(cl_mem buffer) {
        size_t bytes = 0;
        clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof bytes, &bytes, nullptr);
        std::vector<cl_int> content(bytes / sizeof(cl_int));
        EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, content.data(), 0, nullptr, nullptr),
                  CL_SUCCESS);
        return content;
    }

    /// Runs the kernel `k(global int* out)` of the source with `items` work-items. Returns the first `ints` elements of
    /// `out`.
    std::vector<cl_int> run(const std::string& source, size_t ints, size_t items = 1,
                            const char* options = "-cl-std=CL3.0") {
        cl_kernel made = build(source, options);
        cl_mem out = zeros(ints);
        EXPECT_EQ(clSetKernelArg(made, 0, sizeof out, &out), CL_SUCCESS);
        cl_event event = nullptr;
        launch(queue, made, items, nullptr, {}, &event);
        EXPECT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
        clReleaseEvent(event);
        return read(out);
    }

    cl_command_queue device_queue = nullptr;  // the default device queue

private:
    std::vector<cl_mem> buffers_;
};
