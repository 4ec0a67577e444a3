// Tests how a failed event affects the commands that wait for it, and what queries about these commands return.
#include <numeric>

#include "kernel_fixture.h"

namespace {

class Failure : public KernelTest {
protected:
    void SetUp() override {
        KernelTest::SetUp();
        cl_int code = CL_SUCCESS;
        buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 64, nullptr, &code);
        ASSERT_EQ(code, CL_SUCCESS);
        failed = user_event();
        ASSERT_EQ(clSetUserEventStatus(failed, -7), CL_SUCCESS);
    }
    void TearDown() override {
        clReleaseEvent(failed);
        clReleaseMemObject(buffer);
        KernelTest::TearDown();
    }

    cl_mem buffer = nullptr;
    cl_event failed = nullptr;
};

constexpr cl_int terminated = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;

TEST_F(Failure, BlockingCallsTell) {
    char data[64] = {};
    EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 64, data, 1, &failed, nullptr), terminated);
    EXPECT_EQ(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 64, data, 1, &failed, nullptr), terminated);
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 64, 1, &failed, nullptr, &code), nullptr);
    EXPECT_EQ(code, terminated);
    const size_t zero[3] = {}, region[3] = {8, 2, 1};
    EXPECT_EQ(
        clEnqueueReadBufferRect(queue, buffer, CL_TRUE, zero, zero, region, 0, 0, 0, 0, data, 1, &failed, nullptr),
        terminated);
    EXPECT_EQ(
        clEnqueueWriteBufferRect(queue, buffer, CL_TRUE, zero, zero, region, 0, 0, 0, 0, data, 1, &failed, nullptr),
        terminated);
    EXPECT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, data, data + 32, 32, 1, &failed, nullptr), terminated);
}

TEST_F(Failure, TerminatedCommandsChangeNothing) {
    const cl_int one = 1;
    ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &one, 4, 0, 64, 0, nullptr, nullptr), CL_SUCCESS);
    const cl_kernel two = kernel("kernel void k(global int* p) { p[get_global_id(0)] = 2; }");
    clSetKernelArg(two, 0, sizeof buffer, &buffer);
    cl_event event = nullptr;
    launch(queue, two, 16, nullptr, {failed}, &event);
    EXPECT_EQ(clWaitForEvents(1, &event), terminated);
    EXPECT_EQ(status_of(event), terminated);
    cl_int content[16] = {};
    EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 64, content, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(std::accumulate(content, content + 16, 0), 16);
    clReleaseEvent(event);
}

TEST_F(Failure, NoProfileOfAFailedCommand) {
    cl_event event = nullptr;
    launch(queue, kernel("kernel void k() {}"), 1, nullptr, {failed}, &event);
    clWaitForEvents(1, &event);
    cl_ulong time = 0;
    for (const cl_profiling_info info :
         {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT, CL_PROFILING_COMMAND_START,
          CL_PROFILING_COMMAND_END, CL_PROFILING_COMMAND_COMPLETE}) {
        EXPECT_EQ(clGetEventProfilingInfo(event, info, sizeof time, &time, nullptr), CL_PROFILING_INFO_NOT_AVAILABLE);
    }
    clReleaseEvent(event);
}

TEST_F(Failure, MarkersAndBarriersPassOnWhatTheyWaitedFor) {
    for (cl_command_queue on : {queue, unordered}) {
        cl_event marker = nullptr, barrier = nullptr, all = nullptr;
        ASSERT_EQ(clEnqueueMarkerWithWaitList(on, 1, &failed, &marker), CL_SUCCESS);
        ASSERT_EQ(clEnqueueBarrierWithWaitList(on, 1, &failed, &barrier), CL_SUCCESS);
        // Markers and barriers without a wait list wait for earlier commands of the queue, but do not fail if these
        // commands fail.
        ASSERT_EQ(clEnqueueMarkerWithWaitList(on, 0, nullptr, &all), CL_SUCCESS);
        EXPECT_EQ(clFinish(on), CL_SUCCESS);
        EXPECT_EQ(status_of(marker), terminated);
        EXPECT_EQ(status_of(barrier), terminated);
        EXPECT_EQ(status_of(all), CL_COMPLETE);
        for (cl_event event : {marker, barrier, all}) clReleaseEvent(event);
    }
}

TEST_F(Failure, ReachesOtherQueuesThroughEvents) {
    cl_event first = nullptr, second = nullptr, third = nullptr;
    const cl_kernel empty = kernel("kernel void k() {}");
    launch(queue, empty, 1, nullptr, {failed}, &first);
    launch(unordered, empty, 1, nullptr, {first}, &second);
    launch(queue, empty, 1, nullptr, {second}, &third);
    EXPECT_EQ(clWaitForEvents(1, &third), terminated);
    EXPECT_EQ(status_of(second), terminated);
    for (cl_event event : {first, second, third}) clReleaseEvent(event);
}

}  // namespace
