// QueueTest with functions that build kernels from source.
#pragma once

#include <memory>

#include "queue_fixture.h"

class KernelTest : public QueueTest {
protected:
    void TearDown() override {
        for (cl_kernel kernel : kernels_) clReleaseKernel(kernel);
        QueueTest::TearDown();
    }

    /// Builds the source for all devices of a context, and returns the kernel `k`. The context is `in` or, if `in` is
    /// null, `context`. The kernel is released at the end of the test.
    cl_kernel kernel(const char* source, cl_context in = nullptr) {
        cl_kernel made = owned_kernel(source, in ? in : context);
        kernels_.push_back(made);
        return made;
    }
    /// Builds the source and returns the kernel `k`, which the caller must release.
    static cl_kernel owned_kernel(const char* source, cl_context in) {
        cl_int code = CL_SUCCESS;
        cl_program program = clCreateProgramWithSource(in, 1, &source, nullptr, &code);
        EXPECT_EQ(clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr), CL_SUCCESS);
        cl_kernel made = clCreateKernel(program, "k", &code);
        EXPECT_EQ(code, CL_SUCCESS);
        clReleaseProgram(program);
        return made;
    }

    /// Releases `kernel` at the end of the test.
    void own(cl_kernel kernel) { kernels_.push_back(kernel); }

    static void launch(cl_command_queue on, cl_kernel kernel, size_t global, const size_t* local = nullptr,
                       std::vector<cl_event> waits = {}, cl_event* event = nullptr) {
        EXPECT_EQ(clEnqueueNDRangeKernel(on, kernel, 1, nullptr, &global, local, static_cast<cl_uint>(waits.size()),
                                         waits.empty() ? nullptr : waits.data(), event),
                  CL_SUCCESS);
    }

private:
    std::vector<cl_kernel> kernels_;
};
