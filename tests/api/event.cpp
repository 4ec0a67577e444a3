#include <atomic>
#include <chrono>
#include <thread>

#include "queue_fixture.h"

namespace {

using Events = QueueTest;
using namespace std::chrono_literals;

bool becomes_true(const auto& condition) {
    for (int i = 0; i < 2000; ++i) {
        if (condition()) return true;
        std::this_thread::sleep_for(1ms);
    }
    return false;
}

TEST_F(Events, UserEventErrors) {
    cl_event event = user_event();
    EXPECT_EQ(clSetUserEventStatus(event, CL_RUNNING), CL_INVALID_VALUE);
    EXPECT_EQ(clSetUserEventStatus(nullptr, CL_COMPLETE), CL_INVALID_EVENT);
    EXPECT_EQ(status_of(event), CL_SUBMITTED);
    EXPECT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_INVALID_OPERATION);
    EXPECT_EQ(status_of(event), CL_COMPLETE);
    EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS);
    EXPECT_EQ(clReleaseEvent(event), CL_INVALID_EVENT);
    cl_event marker = nullptr;
    ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &marker), CL_SUCCESS);
    EXPECT_EQ(clSetUserEventStatus(marker, CL_COMPLETE), CL_INVALID_EVENT);
    clReleaseEvent(marker);
}

TEST_F(Events, WaitListErrors) {
    cl_event event = user_event();
    EXPECT_EQ(clEnqueueMarkerWithWaitList(queue, 1, nullptr, nullptr), CL_INVALID_EVENT_WAIT_LIST);
    EXPECT_EQ(clEnqueueMarkerWithWaitList(queue, 0, &event, nullptr), CL_INVALID_EVENT_WAIT_LIST);
    const cl_event with_null[] = {event, nullptr};
    EXPECT_EQ(clEnqueueBarrierWithWaitList(queue, 2, with_null, nullptr), CL_INVALID_EVENT_WAIT_LIST);
    cl_int code = CL_SUCCESS;
    cl_context other = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
    cl_event foreign = clCreateUserEvent(other, &code);
    EXPECT_EQ(clEnqueueMarkerWithWaitList(queue, 1, &foreign, nullptr), CL_INVALID_CONTEXT);
    const cl_event both[] = {event, foreign};
    EXPECT_EQ(clWaitForEvents(2, both), CL_INVALID_CONTEXT);
    EXPECT_EQ(clWaitForEvents(0, nullptr), CL_INVALID_VALUE);
    clReleaseEvent(foreign);
    clReleaseContext(other);
    clReleaseEvent(event);
}

TEST_F(Events, FailureReachesEveryDependant) {
    cl_event gate = user_event();
    cl_event first = nullptr, second = nullptr;
    ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 1, &gate, &first), CL_SUCCESS);
    ASSERT_EQ(clEnqueueMarkerWithWaitList(unordered, 1, &first, &second), CL_SUCCESS);
    static std::atomic<cl_int> seen;
    seen = 77;
    const auto note = [](cl_event, cl_int status, void*) { seen = status; };
    ASSERT_EQ(clSetEventCallback(second, CL_COMPLETE, note, nullptr), CL_SUCCESS);
    EXPECT_EQ(clSetUserEventStatus(gate, -5), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, &second), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(status_of(first), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(status_of(second), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_TRUE(becomes_true([] { return seen != 77; }));
    EXPECT_EQ(seen, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    cl_ulong time = 0;
    EXPECT_EQ(clGetEventProfilingInfo(first, CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr),
              CL_PROFILING_INFO_NOT_AVAILABLE);
    for (cl_event event : {gate, first, second}) clReleaseEvent(event);
}

TEST_F(Events, OrderOfAQueueDoesNotPassFailure) {
    cl_event gate = user_event();
    cl_event failed = nullptr, next = nullptr;
    ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 1, &gate, &failed), CL_SUCCESS);
    ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &next), CL_SUCCESS);
    EXPECT_EQ(status_of(next), CL_QUEUED);
    EXPECT_EQ(clSetUserEventStatus(gate, -1), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, &next), CL_SUCCESS);
    for (cl_event event : {gate, failed, next}) clReleaseEvent(event);
}

TEST_F(Events, FlushedWorkNeedsNoFurtherCall) {
    cl_event gate = user_event();
    cl_event marker = nullptr;
    ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 1, &gate, &marker), CL_SUCCESS);
    static std::atomic<bool> called;
    called = false;
    const auto note = [](cl_event, cl_int, void*) { called = true; };
    ASSERT_EQ(clSetEventCallback(marker, CL_COMPLETE, note, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFlush(queue), CL_SUCCESS);
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_TRUE(becomes_true([] { return called.load(); }));
    clReleaseEvent(gate);
    clReleaseEvent(marker);
}

TEST_F(Events, PollingAloneMakesProgress) {
    cl_event marker = nullptr;
    ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &marker), CL_SUCCESS);
    EXPECT_TRUE(becomes_true([&] { return status_of(marker) == CL_COMPLETE; }));
    clReleaseEvent(marker);
}

TEST_F(Events, BarrierHoldsBackWhatComesLater) {
    cl_event gate = user_event();
    cl_event before = nullptr, barrier = nullptr, after = nullptr;
    ASSERT_EQ(clEnqueueMarkerWithWaitList(unordered, 1, &gate, &before), CL_SUCCESS);
    ASSERT_EQ(clEnqueueBarrierWithWaitList(unordered, 0, nullptr, &barrier), CL_SUCCESS);
    ASSERT_EQ(clEnqueueMarkerWithWaitList(unordered, 0, nullptr, &after), CL_SUCCESS);
    EXPECT_EQ(clFlush(unordered), CL_SUCCESS);
    std::this_thread::sleep_for(20ms);
    EXPECT_GT(status_of(barrier), CL_COMPLETE);
    EXPECT_GT(status_of(after), CL_COMPLETE);
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(clFinish(unordered), CL_SUCCESS);
    for (cl_event event : {before, barrier, after}) {
        EXPECT_EQ(status_of(event), CL_COMPLETE);
        clReleaseEvent(event);
    }
    clReleaseEvent(gate);
}

TEST_F(Events, ProfileIsInOrder) {
    cl_event marker = nullptr;
    ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &marker), CL_SUCCESS);
    ASSERT_EQ(clWaitForEvents(1, &marker), CL_SUCCESS);
    cl_ulong before = 1;
    for (cl_profiling_info moment = CL_PROFILING_COMMAND_QUEUED; moment <= CL_PROFILING_COMMAND_COMPLETE; ++moment) {
        cl_ulong time = 0;
        ASSERT_EQ(clGetEventProfilingInfo(marker, moment, sizeof time, &time, nullptr), CL_SUCCESS);
        EXPECT_GE(time, before);
        before = time;
    }
    cl_ulong time = 0;
    EXPECT_EQ(clGetEventProfilingInfo(marker, 0x1, sizeof time, &time, nullptr), CL_INVALID_VALUE);
    clReleaseEvent(marker);
    ASSERT_EQ(clEnqueueMarkerWithWaitList(unordered, 0, nullptr, &marker), CL_SUCCESS);
    ASSERT_EQ(clWaitForEvents(1, &marker), CL_SUCCESS);
    EXPECT_EQ(clGetEventProfilingInfo(marker, CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr),
              CL_PROFILING_INFO_NOT_AVAILABLE);
    clReleaseEvent(marker);
}

TEST_F(Events, LongChainsCompleteAndAreFreed) {
    cl_event gate = user_event();
    cl_event previous = gate;
    for (int i = 0; i < 50'000; ++i) {
        cl_event next = nullptr;
        ASSERT_EQ(clEnqueueMarkerWithWaitList(i % 2 ? queue : unordered, 1, &previous, &next), CL_SUCCESS);
        if (previous != gate) clReleaseEvent(previous);
        previous = next;
    }
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, &previous), CL_SUCCESS);
    clReleaseEvent(previous);
    clReleaseEvent(gate);
}

TEST_F(Events, CallbackMayReleaseAndEnqueue) {
    static cl_command_queue target;
    static std::atomic<int> calls;
    target = queue;
    calls = 0;
    const auto again = [](cl_event event, cl_int, void*) {
        EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS);
        EXPECT_EQ(clEnqueueMarkerWithWaitList(target, 0, nullptr, nullptr), CL_SUCCESS);
        EXPECT_EQ(clFlush(target), CL_SUCCESS);
        ++calls;
    };
    for (int i = 0; i < 100; ++i) {
        cl_event marker = nullptr;
        ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &marker), CL_SUCCESS);
        ASSERT_EQ(clSetEventCallback(marker, CL_COMPLETE, again, nullptr), CL_SUCCESS);
    }
    EXPECT_TRUE(becomes_true([] { return calls == 100; }));
    cl_event event = user_event();
    EXPECT_EQ(clSetEventCallback(event, CL_COMPLETE, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clSetEventCallback(event, CL_QUEUED, again, nullptr), CL_INVALID_VALUE);
    clReleaseEvent(event);
}

TEST_F(Events, ManyThreadsShareTheQueues) {
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t) {
        threads.emplace_back([&, t] {
            for (int i = 0; i < 500; ++i) {
                cl_event event = nullptr;
                cl_command_queue target = (i + t) % 2 ? queue : unordered;
                EXPECT_EQ(clEnqueueMarkerWithWaitList(target, 0, nullptr, &event), CL_SUCCESS);
                if (i % 3 == 0) {
                    EXPECT_EQ(clFlush(target), CL_SUCCESS);
                }
                EXPECT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
                EXPECT_EQ(status_of(event), CL_COMPLETE);
                clReleaseEvent(event);
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
}

TEST_F(Events, ProfilingNeedsAProfilingQueue) {
    cl_event event = nullptr;
    ASSERT_EQ(clEnqueueMarkerWithWaitList(unordered, 0, nullptr, &event), CL_SUCCESS);
    clWaitForEvents(1, &event);
    cl_ulong time = 0;
    EXPECT_EQ(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr),
              CL_PROFILING_INFO_NOT_AVAILABLE);
    EXPECT_EQ(clGetEventProfilingInfo(event, 0, sizeof time, &time, nullptr), CL_INVALID_VALUE);
    clReleaseEvent(event);
}

}  // namespace
