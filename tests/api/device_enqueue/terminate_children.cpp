// Terminates contexts whose kernels enqueue children: endless chains of children, children that never end, and children
// that wait for events.
#include "termination/terminate_fixture.h"

namespace {

class TerminateChildren : public TerminateContext {
protected:
    void SetUp() override {
        TerminateContext::SetUp();
        device_queue =
            make_queue(CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    }
    void TearDown() override {
        EXPECT_EQ(clReleaseCommandQueue(device_queue), CL_SUCCESS);
        TerminateContext::TearDown();
    }

    void expect_end_of(const char* source) {
        cl_int code = CL_SUCCESS;
        cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &code);
        ASSERT_EQ(clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr), CL_SUCCESS);
        cl_kernel kernel = clCreateKernel(program, "k", &code);
        ASSERT_EQ(code, CL_SUCCESS);
        EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), CL_SUCCESS);
        const size_t items = 16;
        cl_event event = nullptr;
        EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, &event), CL_SUCCESS);
        EXPECT_EQ(clReleaseKernel(kernel), CL_SUCCESS);
        EXPECT_EQ(clReleaseProgram(program), CL_SUCCESS);
        EXPECT_EQ(clFlush(queue), CL_SUCCESS);
        wait_until_running(event);
        EXPECT_EQ(within_a_minute([&] { return terminate(context); }), CL_SUCCESS);
        expect_terminated(event);
    }

    cl_command_queue device_queue = nullptr;
};

TEST_F(TerminateChildren, DescentWithoutEnd) {
    expect_end_of(R"(
    void step(global int* p) {
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ step(p); });
    }
    kernel void k(global int* p) { step(p); })");
}

TEST_F(TerminateChildren, ChildWithoutEnd) {
    expect_end_of(R"(kernel void k(global volatile int* p) {
        p[0] = 1;
        clk_event_t done;
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, NULL, &done,
                       ^{ while (p[0]) ; });
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &done, NULL, ^{ p[1] = 1; });
        release_event(done);
    })");
}

}  // namespace
