// Tests queues whose commands run on the thread that enqueues them (cl_intel_exec_by_local_thread).
#include <atomic>
#include <chrono>
#include <thread>

#include "waits/waiting_fixture.h"

#ifndef CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL
#define CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL (static_cast<cl_bitfield>(1) << 31)
#endif

namespace {

class LocalThreadQueues : public WaitingTest {
protected:
    void SetUp() override {
        WaitingTest::SetUp();
        own = make_queue(CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL | CL_QUEUE_PROFILING_ENABLE);
    }
    void TearDown() override {
        clReleaseCommandQueue(own);
        WaitingTest::TearDown();
    }
    cl_mem words(size_t count) {
        cl_int code = CL_SUCCESS;
        cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, count * sizeof(cl_uint), nullptr, &code);
        EXPECT_EQ(code, CL_SUCCESS);
        return buffer;
    }

    cl_command_queue own = nullptr;
};

std::atomic<std::thread::id> ran_on;

void CL_CALLBACK note_thread(void*) { ran_on = std::this_thread::get_id(); }

TEST_F(LocalThreadQueues, NativeKernelsRunOnTheCaller) {
    for (int i = 0; i < 100; ++i) {
        ran_on = std::thread::id();
        ASSERT_EQ(clEnqueueNativeKernel(own, note_thread, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr),
                  CL_SUCCESS);
        ASSERT_EQ(ran_on.load(), std::this_thread::get_id());
    }
}

// Commands that do not block are complete when the call returns, without a flush.
TEST_F(LocalThreadQueues, CommandsAreCompleteWhenTheCallReturns) {
    cl_kernel k = kernel("kernel void k(global uint* data) { data[get_global_id(0)] += get_global_id(0); }");
    cl_mem buffer = words(100'000);
    const cl_uint one = 1;
    std::vector<cl_uint> data(100'000);
    clSetKernelArg(k, 0, sizeof buffer, &buffer);
    cl_event events[4] = {};
    EXPECT_EQ(clEnqueueFillBuffer(own, buffer, &one, 4, 0, 400'000, 0, nullptr, &events[0]), CL_SUCCESS);
    EXPECT_EQ(status_of(events[0]), CL_COMPLETE);
    launch(own, k, 100'000, nullptr, {}, &events[1]);
    EXPECT_EQ(status_of(events[1]), CL_COMPLETE);
    EXPECT_EQ(clEnqueueReadBuffer(own, buffer, CL_FALSE, 0, 400'000, data.data(), 0, nullptr, &events[2]), CL_SUCCESS);
    for (cl_uint i = 0; i < data.size(); ++i) ASSERT_EQ(data[i], i + 1);
    EXPECT_EQ(clEnqueueMarkerWithWaitList(own, 0, nullptr, &events[3]), CL_SUCCESS);
    EXPECT_EQ(status_of(events[3]), CL_COMPLETE);
    cl_ulong started = 0, ended = 0;
    EXPECT_EQ(clGetEventProfilingInfo(events[1], CL_PROFILING_COMMAND_START, 8, &started, nullptr), CL_SUCCESS);
    EXPECT_EQ(clGetEventProfilingInfo(events[1], CL_PROFILING_COMMAND_END, 8, &ended, nullptr), CL_SUCCESS);
    EXPECT_LE(started, ended);
    EXPECT_EQ(clFlush(own), CL_SUCCESS);
    EXPECT_EQ(clFinish(own), CL_SUCCESS);
    for (cl_event event : events) clReleaseEvent(event);
    clReleaseMemObject(buffer);
}

// "A non-NULL event dependency list will block the caller application thread until all the corresponding events are
// completed."
TEST_F(LocalThreadQueues, WaitListsBlockTheCaller) {
    cl_event gate = user_event();
    std::atomic<bool> is_set = false;
    std::thread setter([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        is_set = true;
        clSetUserEventStatus(gate, CL_COMPLETE);
    });
    ran_on = std::thread::id();
    EXPECT_EQ(clEnqueueNativeKernel(own, note_thread, nullptr, 0, 0, nullptr, nullptr, 1, &gate, nullptr), CL_SUCCESS);
    EXPECT_TRUE(is_set);
    EXPECT_EQ(ran_on.load(), std::this_thread::get_id());
    setter.join();
    clReleaseEvent(gate);
}

TEST_F(LocalThreadQueues, CommandsOfOtherQueuesInTheWaitList) {
    cl_kernel k = kernel("kernel void k(global uint* data) { data[get_global_id(0)] += 1; }");
    cl_mem buffer = words(1000);
    clSetKernelArg(k, 0, sizeof buffer, &buffer);
    const cl_uint zero = 0;
    clEnqueueFillBuffer(queue, buffer, &zero, 4, 0, 4000, 0, nullptr, nullptr);
    for (int i = 0; i < 50; ++i) {
        cl_event before = nullptr, event = nullptr;
        launch(queue, k, 1000, nullptr, {}, &before);
        launch(own, k, 1000, nullptr, {before}, &event);
        EXPECT_EQ(status_of(event), CL_COMPLETE);
        EXPECT_EQ(status_of(before), CL_COMPLETE);
        clReleaseEvent(before);
        clReleaseEvent(event);
    }
    std::vector<cl_uint> data(1000);
    clEnqueueReadBuffer(own, buffer, CL_TRUE, 0, 4000, data.data(), 0, nullptr, nullptr);
    for (const cl_uint value : data) ASSERT_EQ(value, 100u);
    clReleaseMemObject(buffer);
}

// A failed event in the wait list makes the command fail, but the call that enqueues the command succeeds.
TEST_F(LocalThreadQueues, FailedEvents) {
    cl_event gate = user_event(), event = nullptr;
    clSetUserEventStatus(gate, -5);
    ran_on = std::thread::id();
    EXPECT_EQ(clEnqueueNativeKernel(own, note_thread, nullptr, 0, 0, nullptr, nullptr, 1, &gate, &event), CL_SUCCESS);
    EXPECT_LT(status_of(event), 0);
    EXPECT_EQ(ran_on.load(), std::thread::id());
    clReleaseEvent(gate);
    clReleaseEvent(event);
}

// Several threads share an in-order queue. Each thread runs its own commands, and waits for earlier commands of other
// threads.
TEST_F(LocalThreadQueues, ManyThreads) {
    static std::atomic<int> running, most, wrong;
    running = most = wrong = 0;
    struct Call {
        std::thread::id thread;
    };
    const auto work = [](void* data) {
        const int now = ++running;
        if (now > most) most = now;
        if (static_cast<Call*>(data)->thread != std::this_thread::get_id()) ++wrong;
        --running;
    };
    std::vector<std::thread> threads;
    for (int t = 0; t < 6; ++t)
        threads.emplace_back([&] {
            for (int i = 0; i < 100; ++i) {
                Call call{std::this_thread::get_id()};
                clEnqueueNativeKernel(own, work, &call, sizeof call, 0, nullptr, nullptr, 0, nullptr, nullptr);
            }
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(most, 1);
    EXPECT_EQ(wrong, 0);
}

TEST_F(LocalThreadQueues, PropertiesAndErrors) {
    cl_command_queue_properties bits = 0;
    EXPECT_EQ(clGetCommandQueueInfo(own, CL_QUEUE_PROPERTIES, sizeof bits, &bits, nullptr), CL_SUCCESS);
    EXPECT_EQ(bits, CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL | CL_QUEUE_PROFILING_ENABLE);
    EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, sizeof bits, &bits, nullptr), CL_SUCCESS);
    EXPECT_NE(bits & CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL, 0u);
    cl_int code = CL_SUCCESS;
    cl_command_queue old = clCreateCommandQueue(context, device, CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL, &code);
    EXPECT_EQ(code, CL_SUCCESS);
    ran_on = std::thread::id();
    clEnqueueNativeKernel(old, note_thread, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr);
    EXPECT_EQ(ran_on.load(), std::this_thread::get_id());
    clReleaseCommandQueue(old);
    const cl_queue_properties wrong[] = {
        CL_QUEUE_PROPERTIES,
        CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL, 0};
    EXPECT_EQ(clCreateCommandQueueWithProperties(context, device, wrong, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_QUEUE_PROPERTIES);
}

}  // namespace
