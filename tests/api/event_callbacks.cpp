// Tests callbacks of events, for every state and outcome of a command, and callbacks that call functions of the API.
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "kernel_fixture.h"

namespace {

using Callbacks = KernelTest;

bool becomes_true(const std::atomic<int>& flag, int wanted = 1) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (flag != wanted && std::chrono::steady_clock::now() < deadline) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return flag == wanted;
}

struct Call {
    std::atomic<int> calls = 0;
    std::atomic<cl_int> status = 1000;
    cl_command_queue queue = nullptr;
    cl_event wakes = nullptr;
    std::atomic<cl_int> result = 1000;
    std::mutex* mutex = nullptr;
};

Call& noted(cl_int status, void* user) {
    Call& call = *static_cast<Call*>(user);
    call.status = status;
    return call;
}
void CL_CALLBACK note(cl_event, cl_int status, void* user) { ++noted(status, user).calls; }
void CL_CALLBACK wait_for_event(cl_event event, cl_int status, void* user) {
    Call& call = noted(status, user);
    call.result = clWaitForEvents(1, &event);
    ++call.calls;
}
void CL_CALLBACK finish_queue(cl_event, cl_int status, void* user) {
    Call& call = noted(status, user);
    call.result = clFinish(call.queue);
    ++call.calls;
}
void CL_CALLBACK wait_for_other(cl_event, cl_int status, void* user) {
    Call& call = noted(status, user);
    call.result = clWaitForEvents(1, &call.wakes);
    ++call.calls;
}
void CL_CALLBACK wake_other(cl_event, cl_int status, void* user) {
    Call& call = noted(status, user);
    call.result = clSetUserEventStatus(call.wakes, CL_COMPLETE);
    ++call.calls;
}
void CL_CALLBACK take_mutex(cl_event, cl_int status, void* user) {
    Call& call = noted(status, user);
    const std::lock_guard lock(*call.mutex);
    ++call.calls;
}

TEST_F(Callbacks, GetTheStatusTheyAskedFor) {
    cl_event gate = user_event();
    cl_event event = nullptr;
    launch(queue, kernel("kernel void k() {}"), 1, nullptr, {gate}, &event);
    Call submitted, running, complete;
    ASSERT_EQ(clSetEventCallback(event, CL_SUBMITTED, note, &submitted), CL_SUCCESS);
    ASSERT_EQ(clSetEventCallback(event, CL_RUNNING, note, &running), CL_SUCCESS);
    ASSERT_EQ(clSetEventCallback(event, CL_COMPLETE, note, &complete), CL_SUCCESS);
    clSetUserEventStatus(gate, CL_COMPLETE);
    EXPECT_TRUE(becomes_true(submitted.calls) && becomes_true(running.calls) && becomes_true(complete.calls));
    EXPECT_EQ(submitted.status, CL_SUBMITTED);
    EXPECT_EQ(running.status, CL_RUNNING);
    EXPECT_EQ(complete.status, CL_COMPLETE);
    clReleaseEvent(event);
    clReleaseEvent(gate);
}

TEST_F(Callbacks, GetTheErrorOfAFailedCommand) {
    cl_event gate = user_event();
    cl_event event = nullptr;
    launch(queue, kernel("kernel void k() {}"), 1, nullptr, {gate}, &event);
    Call of_gate, running, complete;
    clSetEventCallback(gate, CL_COMPLETE, note, &of_gate);
    clSetEventCallback(event, CL_RUNNING, note, &running);
    clSetEventCallback(event, CL_COMPLETE, note, &complete);
    clSetUserEventStatus(gate, -42);
    EXPECT_TRUE(becomes_true(of_gate.calls) && becomes_true(running.calls) && becomes_true(complete.calls));
    EXPECT_EQ(of_gate.status, -42);
    EXPECT_EQ(running.status, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(complete.status, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    clReleaseEvent(event);
    clReleaseEvent(gate);
}

TEST_F(Callbacks, OfACompleteEventAreCalled) {
    cl_event event = user_event();
    clSetUserEventStatus(event, CL_COMPLETE);
    Call call;
    ASSERT_EQ(clSetEventCallback(event, CL_COMPLETE, note, &call), CL_SUCCESS);
    EXPECT_TRUE(becomes_true(call.calls));
    clReleaseEvent(event);
}

TEST_F(Callbacks, MayWaitForTheirOwnCommand) {
    const cl_kernel empty = kernel("kernel void k() {}");
    for (const cl_int state : {CL_SUBMITTED, CL_RUNNING, CL_COMPLETE}) {
        cl_event gate = user_event();
        cl_event event = nullptr;
        launch(queue, empty, 1, nullptr, {gate}, &event);
        Call waits, finishes;
        finishes.queue = queue;
        clSetEventCallback(event, state, wait_for_event, &waits);
        clSetEventCallback(event, state, finish_queue, &finishes);
        clSetUserEventStatus(gate, CL_COMPLETE);
        ASSERT_TRUE(becomes_true(waits.calls) && becomes_true(finishes.calls)) << state;
        EXPECT_EQ(waits.result, CL_SUCCESS);
        EXPECT_EQ(finishes.result, CL_SUCCESS);
        clReleaseEvent(event);
        clReleaseEvent(gate);
    }
}

TEST_F(Callbacks, MayWaitForWhatAnotherCallbackDoes) {
    constexpr int count = 5;
    cl_event first = user_event();
    cl_event inner = user_event();
    Call waiting[count], waking;
    for (Call& call : waiting) {
        call.wakes = inner;
        clSetEventCallback(first, CL_COMPLETE, wait_for_other, &call);
    }
    waking.wakes = inner;
    clSetEventCallback(first, CL_COMPLETE, wake_other, &waking);
    clSetUserEventStatus(first, CL_COMPLETE);
    ASSERT_TRUE(becomes_true(waking.calls));
    for (Call& call : waiting) {
        ASSERT_TRUE(becomes_true(call.calls));
        EXPECT_EQ(call.result, CL_SUCCESS);
    }
    clReleaseEvent(first);
    clReleaseEvent(inner);
}

TEST_F(Callbacks, MayWantALockThatTheWaitingThreadHolds) {
    std::mutex mutex;
    Call call;
    call.mutex = &mutex;
    const cl_kernel empty = kernel("kernel void k() {}");
    {
        const std::lock_guard lock(mutex);
        cl_event event = nullptr;
        launch(queue, empty, 1, nullptr, {}, &event);
        clSetEventCallback(event, CL_COMPLETE, take_mutex, &call);
        EXPECT_EQ(clFinish(queue), CL_SUCCESS);
        clReleaseEvent(event);
    }
    EXPECT_TRUE(becomes_true(call.calls));
}

TEST_F(Callbacks, ManyAreAllCalled) {
    cl_event gate = user_event();
    Call call;
    constexpr int count = 5000;
    for (int i = 0; i < count; ++i) clSetEventCallback(gate, CL_COMPLETE, note, &call);
    clSetUserEventStatus(gate, CL_COMPLETE);
    EXPECT_TRUE(becomes_true(call.calls, count));
    clReleaseEvent(gate);
}

}  // namespace
