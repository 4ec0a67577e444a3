// Handles that have been released while something else still holds their objects: released once more they are refused,
// and what holds the objects goes on working.
#include <future>

#include "kernel_fixture.h"

namespace {

using Released = KernelTest;

TEST_F(Released, BufferOfAPendingCommand) {
    const cl_event gate = user_event();
    cl_int code = CL_SUCCESS;
    const cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 1 << 20, nullptr, &code);
    const cl_uint seven = 7;
    cl_uint value = 0;
    ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &seven, sizeof seven, 0, 1 << 20, 1, &gate, nullptr), CL_SUCCESS);
    ASSERT_EQ(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 4096, sizeof value, &value, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clReleaseMemObject(buffer), CL_SUCCESS);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(clReleaseMemObject(buffer), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(value, 7u);
    clReleaseEvent(gate);
}

TEST_F(Released, ContextOfAQueue) {
    cl_int code = CL_SUCCESS;
    const cl_context own = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
    const cl_command_queue on = clCreateCommandQueueWithProperties(own, device, nullptr, &code);
    EXPECT_EQ(clReleaseContext(own), CL_SUCCESS);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(clReleaseContext(own), CL_INVALID_CONTEXT);
    // Asked for by way of the queue, it can be had again.
    cl_context found = nullptr;
    EXPECT_EQ(clGetCommandQueueInfo(on, CL_QUEUE_CONTEXT, sizeof found, &found, nullptr), CL_SUCCESS);
    EXPECT_EQ(found, own);
    EXPECT_EQ(clRetainContext(found), CL_SUCCESS);
    EXPECT_EQ(clReleaseCommandQueue(on), CL_SUCCESS);
    EXPECT_EQ(clReleaseContext(found), CL_SUCCESS);
    EXPECT_EQ(clReleaseContext(found), CL_INVALID_CONTEXT);
}

TEST_F(Released, ProgramOfAKernel) {
    const cl_kernel kernel = owned_kernel("kernel void k(global int* p) { p[0] = 5; }", context);
    cl_program program = nullptr;
    ASSERT_EQ(clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof program, &program, nullptr), CL_SUCCESS);
    // The fixture has released it: the kernel alone holds it.
    EXPECT_EQ(clReleaseProgram(program), CL_INVALID_PROGRAM);
    std::size_t count = 0;
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, nullptr), CL_SUCCESS);
    EXPECT_EQ(count, 1u);
    EXPECT_EQ(clReleaseKernel(kernel), CL_SUCCESS);
    EXPECT_EQ(clReleaseKernel(kernel), CL_INVALID_KERNEL);
}

TEST_F(Released, EventOfAPendingCommand) {
    const cl_event gate = user_event();
    cl_event marker = nullptr;
    ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 1, &gate, &marker), CL_SUCCESS);
    EXPECT_EQ(clReleaseEvent(marker), CL_SUCCESS);
    EXPECT_EQ(clReleaseEvent(marker), CL_INVALID_EVENT);
    cl_int status = 1;
    EXPECT_EQ(clGetEventInfo(marker, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
              CL_INVALID_EVENT);
    EXPECT_EQ(clEnqueueMarkerWithWaitList(queue, 1, &marker, nullptr), CL_INVALID_EVENT_WAIT_LIST);
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    clReleaseEvent(gate);
}

// The memory of a released event goes to the next command, which is none of the application's.
TEST_F(Released, EventInWhosePlaceACommandIs) {
    const cl_event gate = user_event();
    cl_event marker = nullptr;
    ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &marker), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    ASSERT_EQ(clReleaseEvent(marker), CL_SUCCESS);
    ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 1, &gate, nullptr), CL_SUCCESS);
    for (int i = 0; i < 100; ++i) ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clReleaseEvent(marker), CL_INVALID_EVENT);
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    clReleaseEvent(gate);
}

// Programs release an event once they have set its callback, and ask it there.
TEST_F(Released, EventOfACallback) {
    const cl_event gate = user_event();
    cl_event marker = nullptr;
    ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 1, &gate, &marker), CL_SUCCESS);
    std::promise<cl_int> answer;
    const auto ask = [](cl_event event, cl_int, void* data) {
        cl_int status = 1;
        const cl_int code = clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
        static_cast<std::promise<cl_int>*>(data)->set_value(code == CL_SUCCESS ? status : code);
    };
    ASSERT_EQ(clSetEventCallback(marker, CL_COMPLETE, ask, &answer), CL_SUCCESS);
    EXPECT_EQ(clReleaseEvent(marker), CL_SUCCESS);
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(answer.get_future().get(), CL_COMPLETE);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    clReleaseEvent(gate);
}

}  // namespace
