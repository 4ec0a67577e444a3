// Checks that a command retains the objects that it uses. The application may release these objects as soon as the
// command is enqueued.
#include "kernel_fixture.h"

namespace {

using Captured = KernelTest;

TEST_F(Captured, EverythingMayBeReleasedAtOnce) {
    std::vector<cl_int> memory(256, 1);
    cl_int code = CL_SUCCESS;
    cl_context own = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    cl_command_queue on = clCreateCommandQueueWithProperties(own, device, nullptr, &code);
    cl_mem whole = clCreateBuffer(own, CL_MEM_USE_HOST_PTR, 1024, memory.data(), &code);
    const cl_buffer_region half{0, 512};
    cl_mem part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &half, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    cl_kernel add = owned_kernel(
        "kernel void k(global int* p, int n, local int* l) {"
        "  l[get_local_id(0)] = n; barrier(CLK_LOCAL_MEM_FENCE); p[get_global_id(0)] += l[0]; }",
        own);
    cl_event gate = clCreateUserEvent(own, &code);
    cl_int n = 41;
    clSetKernelArg(add, 0, sizeof part, &part);
    clSetKernelArg(add, 1, sizeof n, &n);
    clSetKernelArg(add, 2, 64, nullptr);
    const size_t local = 16;
    launch(on, add, 128, &local, {gate});
    n = 1000;
    clSetKernelArg(add, 1, sizeof n, &n);
    cl_event done = nullptr;
    ASSERT_EQ(clEnqueueMarkerWithWaitList(on, 0, nullptr, &done), CL_SUCCESS);
    clReleaseKernel(add);
    clReleaseMemObject(part);
    clReleaseMemObject(whole);
    clReleaseCommandQueue(on);
    clReleaseContext(own);
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    clReleaseEvent(gate);
    EXPECT_EQ(clWaitForEvents(1, &done), CL_SUCCESS);
    clReleaseEvent(done);
    EXPECT_EQ(memory[0], 42);
    EXPECT_EQ(memory[127], 42);
    EXPECT_EQ(memory[128], 1);
}

TEST_F(Captured, PatternsAndWaitListsAreCopied) {
    cl_int code = CL_SUCCESS;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 64, nullptr, &code);
    auto gate = std::make_unique<cl_event>(user_event());
    cl_event kept = *gate;
    auto pattern = std::make_unique<cl_int>(5);
    EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, pattern.get(), 4, 0, 64, 1, gate.get(), nullptr), CL_SUCCESS);
    *pattern = 6;
    *gate = nullptr;
    pattern.reset();
    gate.reset();
    clSetUserEventStatus(kept, CL_COMPLETE);
    cl_int content[16] = {};
    EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 64, content, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(content[15], 5);
    clReleaseEvent(kept);
    clReleaseMemObject(buffer);
}

}  // namespace
