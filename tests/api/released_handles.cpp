// Tests released handles of objects that other objects still retain. A second release must be refused, and the
// retaining objects must continue to work.
#include <atomic>
#include <future>
#include <thread>

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
    // A query of the queue must still return the context's handle.
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
    // owned_kernel() has released the program, so that only the kernel still retains the program.
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

// The event of a later command reuses the memory of the released event. The application does not own the later event,
// so a second release of the old handle must fail.
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

// Some programs release an event after they have set its callback, and query the event in the callback. This must work.
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

// "An OpenCL object is considered valid if [...] the object has a strictly positive application-owned reference count".
// A buffer that only commands retain is therefore invalid for the application.
TEST_F(Released, BufferThatIsGivenToCommandsAgain) {
    const cl_event gate = user_event();
    cl_int code = CL_SUCCESS;
    const cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 8192, nullptr, &code);
    const cl_kernel kernel = owned_kernel("kernel void k(global int* p) { p[0] = 5; }", context);
    ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), CL_SUCCESS);
    const cl_uint seven = 7;
    ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &seven, sizeof seven, 0, 8192, 1, &gate, nullptr), CL_SUCCESS);
    ASSERT_EQ(clReleaseMemObject(buffer), CL_SUCCESS);
    EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, &seven, sizeof seven, 0, 8192, 0, nullptr, nullptr),
              CL_INVALID_MEM_OBJECT);
    const cl_buffer_region half{0, 4096};
    EXPECT_EQ(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &half, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clRetainMemObject(buffer), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), CL_INVALID_MEM_OBJECT);
    const std::size_t one = 1;
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
              CL_INVALID_KERNEL_ARGS);
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    clReleaseKernel(kernel);
    clReleaseEvent(gate);
}

TEST_F(Released, QueueThatCommandsArePutIntoAgain) {
    const cl_event gate = user_event();
    cl_int code = CL_SUCCESS;
    const cl_command_queue on = clCreateCommandQueueWithProperties(context, device, nullptr, &code);
    cl_event marker = nullptr;
    ASSERT_EQ(clEnqueueMarkerWithWaitList(on, 1, &gate, &marker), CL_SUCCESS);
    ASSERT_EQ(clReleaseCommandQueue(on), CL_SUCCESS);
    EXPECT_EQ(clEnqueueMarkerWithWaitList(on, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(clFinish(on), CL_INVALID_COMMAND_QUEUE);
    // A query of the event must still return the queue's handle.
    cl_command_queue found = nullptr;
    EXPECT_EQ(clGetEventInfo(marker, CL_EVENT_COMMAND_QUEUE, sizeof found, &found, nullptr), CL_SUCCESS);
    EXPECT_EQ(found, on);
    EXPECT_EQ(clRetainCommandQueue(found), CL_SUCCESS);
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(clFinish(found), CL_SUCCESS);
    EXPECT_EQ(clReleaseCommandQueue(found), CL_SUCCESS);
    clReleaseEvent(marker);
    clReleaseEvent(gate);
}

TEST_F(Released, BufferOfASubBuffer) {
    cl_int code = CL_SUCCESS;
    const cl_mem whole = clCreateBuffer(context, CL_MEM_READ_WRITE, 8192, nullptr, &code);
    const cl_buffer_region half{0, 4096};
    const cl_mem part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &half, &code);
    ASSERT_EQ(clReleaseMemObject(whole), CL_SUCCESS);
    std::size_t size = 0;
    EXPECT_EQ(clGetMemObjectInfo(whole, CL_MEM_SIZE, sizeof size, &size, nullptr), CL_INVALID_MEM_OBJECT);
    cl_mem found = nullptr;
    EXPECT_EQ(clGetMemObjectInfo(part, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof found, &found, nullptr), CL_SUCCESS);
    EXPECT_EQ(found, whole);
    EXPECT_EQ(clGetMemObjectInfo(found, CL_MEM_SIZE, sizeof size, &size, nullptr), CL_SUCCESS);
    EXPECT_EQ(size, 8192u);
    EXPECT_EQ(clReleaseMemObject(part), CL_SUCCESS);
    EXPECT_EQ(clGetMemObjectInfo(found, CL_MEM_SIZE, sizeof size, &size, nullptr), CL_INVALID_MEM_OBJECT);
}

// Uses handles of an object while the thread that ends a command releases the last reference to the object.
TEST_F(Released, HandlesOfObjectsThatAreJustGoing) {
    const cl_uint seven = 7;
    const cl_buffer_region half{0, 4096};
    for (int round = 0; round < 3000; ++round) {
        cl_int code = CL_SUCCESS;
        const cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 8192, nullptr, &code);
        const cl_command_queue on = clCreateCommandQueueWithProperties(context, device, nullptr, &code);
        ASSERT_EQ(clEnqueueFillBuffer(on, buffer, &seven, sizeof seven, 0, 8192, 0, nullptr, nullptr), CL_SUCCESS);
        clFlush(on);
        clReleaseCommandQueue(on);
        clReleaseMemObject(buffer);
        for (int i = 0; i < 3; ++i) {
            EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, &seven, sizeof seven, 0, 8192, 0, nullptr, nullptr),
                      CL_INVALID_MEM_OBJECT);
            EXPECT_EQ(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &half, &code), nullptr);
            EXPECT_EQ(clEnqueueMarkerWithWaitList(on, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
        }
    }
}

// Two threads release and use the same handles at the same time. This is an error of the application, but must not
// crash the driver.
TEST_F(Released, HandlesThatAnotherThreadReleases) {
    std::atomic<cl_mem> shown = nullptr;
    std::atomic<bool> ends = false;
    std::thread other([&] {
        while (!ends) {
            cl_mem buffer = shown;
            std::size_t size = 0;
            if (clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof size, &size, nullptr) == CL_SUCCESS)
                EXPECT_EQ(size, 64u);
        }
    });
    for (int round = 0; round < 20'000; ++round) {
        cl_int code = CL_SUCCESS;
        const cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 64, nullptr, &code);
        shown = buffer;
        EXPECT_EQ(clReleaseMemObject(buffer), CL_SUCCESS);
    }
    ends = true;
    other.join();
}

}  // namespace
