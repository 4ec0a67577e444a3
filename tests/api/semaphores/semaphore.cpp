// Tests binary semaphores (cl_khr_semaphore) in one process: order, several queues and devices, failures, and
// lifetimes.
#include <atomic>
#include <chrono>
#include <thread>

#include "semaphores/semaphore_fixture.h"

namespace lanewise::test {
namespace {

class Semaphore : public SemaphoreTest {};

TEST_F(Semaphore, IsSignaledUntilAWaitIsComplete) {
    cl_semaphore_khr s = semaphore();
    EXPECT_EQ(payload_of(s), 0u);
    finish(signal(queue, {s}));
    EXPECT_EQ(payload_of(s), 1u);
    cl_event held = gate();
    cl_event waiting = wait(queue, {s}, {held});
    EXPECT_EQ(payload_of(s), 1u);
    clSetUserEventStatus(held, CL_COMPLETE);
    finish(waiting);
    EXPECT_EQ(payload_of(s), 0u);
}

TEST_F(Semaphore, HasTheTypesOfItsCommands) {
    cl_semaphore_khr s = semaphore();
    cl_command_type type = 0;
    EXPECT_EQ(clGetEventInfo(signal(queue, {s}), CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr), CL_SUCCESS);
    EXPECT_EQ(type, cl_command_type{CL_COMMAND_SEMAPHORE_SIGNAL_KHR});
    EXPECT_EQ(clGetEventInfo(wait(queue, {s}), CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr), CL_SUCCESS);
    EXPECT_EQ(type, cl_command_type{CL_COMMAND_SEMAPHORE_WAIT_KHR});
}

TEST_F(Semaphore, ProfilesItsCommands) {
    cl_semaphore_khr s = semaphore();
    cl_event signaled = signal(queue, {s}), waited = wait(queue, {s});
    finish(waited);
    for (cl_event event : {signaled, waited}) {
        cl_ulong times[4] = {};
        const cl_profiling_info names[] = {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_START,
                                           CL_PROFILING_COMMAND_END, CL_PROFILING_COMMAND_COMPLETE};
        for (int i = 0; i < 4; ++i)
            EXPECT_EQ(clGetEventProfilingInfo(event, names[i], sizeof times[i], &times[i], nullptr), CL_SUCCESS);
        for (int i = 1; i < 4; ++i) EXPECT_LE(times[i - 1], times[i]);
    }
}

// The waiting command is enqueued first. The signal comes from another queue, which nobody has flushed.
TEST_F(Semaphore, WaitMayComeBeforeTheSignal) {
    cl_semaphore_khr s = semaphore();
    cl_event waiting = wait(queue, {s});
    EXPECT_EQ(clFlush(queue), CL_SUCCESS);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    EXPECT_TRUE(is_pending(waiting));
    cl_event signaled = signal(unordered, {s});
    finish(waiting);
    EXPECT_EQ(status_of(signaled), CL_COMPLETE);
    EXPECT_EQ(payload_of(s), 0u);
}

// In each of the two queues, a wait delays all later commands, and a signal follows all earlier commands.
TEST_F(Semaphore, OrdersTwoQueues) {
    cl_semaphore_khr full = semaphore(), empty = semaphore();
    cl_command_queue other = make_queue(0);
    cl_mem buffer = clCreateBuffer(context, 0, sizeof(cl_int), nullptr, nullptr);
    cl_mem seen = clCreateBuffer(context, 0, 100 * sizeof(cl_int), nullptr, nullptr);
    for (cl_int i = 0; i < 100; ++i) {
        if (i != 0) EXPECT_EQ(enqueue_wait(queue, 1, &empty, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
        EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, &i, sizeof i, 0, sizeof i, 0, nullptr, nullptr), CL_SUCCESS);
        EXPECT_EQ(enqueue_signal(queue, 1, &full, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
        EXPECT_EQ(enqueue_wait(other, 1, &full, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
        EXPECT_EQ(clEnqueueCopyBuffer(other, buffer, seen, 0, i * sizeof i, sizeof i, 0, nullptr, nullptr), CL_SUCCESS);
        EXPECT_EQ(enqueue_signal(other, 1, &empty, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
    }
    EXPECT_EQ(clFlush(queue), CL_SUCCESS);
    cl_int values[100] = {};
    EXPECT_EQ(clEnqueueReadBuffer(other, seen, CL_TRUE, 0, sizeof values, values, 0, nullptr, nullptr), CL_SUCCESS);
    for (cl_int i = 0; i < 100; ++i) EXPECT_EQ(values[i], i);
    EXPECT_EQ(clFinish(other), CL_SUCCESS);
    clReleaseCommandQueue(other);
    clReleaseMemObject(buffer);
    clReleaseMemObject(seen);
}

// In an out-of-order queue, a wait for a semaphore delays other commands only through a barrier or an event.
TEST_F(Semaphore, OutOfOrderQueuesNeedABarrier) {
    cl_semaphore_khr s = semaphore();
    cl_event waiting = wait(unordered, {s});
    cl_event free_marker = nullptr, held_marker = nullptr;
    cl_event done = gate();
    clSetUserEventStatus(done, CL_COMPLETE);
    EXPECT_EQ(clEnqueueMarkerWithWaitList(unordered, 1, &done, &free_marker), CL_SUCCESS);
    finish(free_marker);
    EXPECT_EQ(clEnqueueBarrierWithWaitList(unordered, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clEnqueueMarkerWithWaitList(unordered, 1, &done, &held_marker), CL_SUCCESS);
    EXPECT_EQ(clFlush(unordered), CL_SUCCESS);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    EXPECT_TRUE(is_pending(held_marker));
    finish(signal(queue, {s}));
    finish(held_marker);
    EXPECT_EQ(status_of(waiting), CL_COMPLETE);
    clReleaseEvent(free_marker);
    clReleaseEvent(held_marker);
}

TEST_F(Semaphore, CommandsMayNameSeveral) {
    std::vector<cl_semaphore_khr> all;
    for (int i = 0; i < 9; ++i) all.push_back(semaphore());
    cl_event waiting = wait(unordered, all);
    for (int i = 0; i < 8; ++i) {
        finish(signal(queue, {all[i]}));
        EXPECT_TRUE(is_pending(waiting));
    }
    finish(signal(queue, {all[8]}));
    finish(waiting);
    signal(queue, all);
    for (cl_semaphore_khr each : all) wait(queue, {each});
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    for (cl_semaphore_khr each : all) EXPECT_EQ(payload_of(each), 0u);
}

// Waiting commands occupy no threads. More commands wait than the device has threads, and other commands still run.
TEST_F(Semaphore, WaitsBlockNoThread) {
    std::vector<cl_semaphore_khr> all;
    std::vector<cl_event> waiting;
    for (int i = 0; i < 200; ++i) {
        all.push_back(semaphore());
        waiting.push_back(wait(unordered, {all.back()}));
    }
    EXPECT_EQ(clFlush(unordered), CL_SUCCESS);
    cl_kernel store = kernel("kernel void k(global int* p) { p[get_global_id(0)] = 3; }");
    cl_mem buffer = clCreateBuffer(context, 0, 4096, nullptr, nullptr);
    clSetKernelArg(store, 0, sizeof buffer, &buffer);
    launch(queue, store, 1024);
    cl_int value = 0;
    EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 4092, 4, &value, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(value, 3);
    for (cl_event event : waiting) EXPECT_TRUE(is_pending(event));
    for (cl_semaphore_khr each : all) signal(queue, {each});
    EXPECT_EQ(clFinish(unordered), CL_SUCCESS);
    clReleaseMemObject(buffer);
}

// Each signal ends only the oldest wait.
TEST_F(Semaphore, SignalsAreTakenInOrder) {
    cl_semaphore_khr s = semaphore();
    std::vector<cl_event> waiting;
    for (int i = 0; i < 5; ++i) waiting.push_back(wait(unordered, {s}));
    for (int i = 0; i < 5; ++i) {
        finish(signal(queue, {s}));
        finish(waiting[i]);
        for (int k = i + 1; k < 5; ++k) EXPECT_TRUE(is_pending(waiting[k]));
    }
    EXPECT_EQ(payload_of(s), 0u);
}

// A wait command whose wait list fails ends at once and consumes no signal.
TEST_F(Semaphore, FailedWaitsTakeNoSignal) {
    cl_semaphore_khr s = semaphore(), t = semaphore();
    cl_event bad = gate();
    cl_event failing = wait(unordered, {s, t}, {bad});
    cl_event next = wait(unordered, {s});
    clSetUserEventStatus(bad, -1);
    finish(failing, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(status_of(failing), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_TRUE(is_pending(next));
    finish(signal(queue, {s}));
    finish(next);
}

// If a wait command has received its signal and then fails, the next wait receives the signal.
TEST_F(Semaphore, FailedWaitsGiveTheirSignalBack) {
    cl_semaphore_khr s = semaphore();
    finish(signal(queue, {s}));
    cl_event bad = gate();
    cl_event failing = wait(unordered, {s}, {bad});
    cl_event next = wait(unordered, {s});
    EXPECT_TRUE(is_pending(next));
    clSetUserEventStatus(bad, -1);
    finish(failing, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    finish(next);
    EXPECT_EQ(payload_of(s), 0u);
}

TEST_F(Semaphore, FailedSignalsDoNotSignal) {
    cl_semaphore_khr s = semaphore();
    cl_event waiting = wait(unordered, {s});
    cl_event bad = gate();
    cl_event failing = signal(unordered, {s}, {bad});
    clSetUserEventStatus(bad, -5);
    finish(failing, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(payload_of(s), 0u);
    EXPECT_TRUE(is_pending(waiting));
    finish(signal(unordered, {s}));
    finish(waiting);
}

// The application may release a semaphore while commands use it.
TEST_F(Semaphore, CommandsHoldTheirSemaphores) {
    cl_int code = 1;
    cl_semaphore_khr s = create(context, binary().data(), &code);
    ASSERT_EQ(code, CL_SUCCESS);
    cl_event held = gate();
    cl_event waiting = wait(unordered, {s}), signaled = signal(unordered, {s}, {held});
    EXPECT_EQ(release(s), CL_SUCCESS);
    EXPECT_EQ(release(s), CL_INVALID_SEMAPHORE_KHR);
    clSetUserEventStatus(held, CL_COMPLETE);
    finish(waiting);
    finish(signaled);
}

TEST_F(Semaphore, SubDevicesShareOne) {
    cl_uint units = 0;
    clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr);
    if (units < 2) GTEST_SKIP() << "the device cannot be partitioned";
    const cl_device_partition_property by_one[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    std::vector<cl_device_id> parts(units);
    ASSERT_EQ(clCreateSubDevices(device, by_one, units, parts.data(), nullptr), CL_SUCCESS);
    cl_context wide = clCreateContext(nullptr, 2, parts.data(), nullptr, nullptr, nullptr);
    const auto list_of = [](cl_device_id of) {
        return binary({CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, reinterpret_cast<cl_semaphore_properties_khr>(of),
                       CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR});
    };
    EXPECT_EQ(creation_error(binary(), wide), CL_INVALID_PROPERTY);
    cl_semaphore_khr s = semaphore(list_of(parts[1]), wide);
    EXPECT_EQ(info<cl_device_id>(s, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR), parts[1]);
    cl_command_queue queues[] = {clCreateCommandQueueWithProperties(wide, parts[0], nullptr, nullptr),
                                 clCreateCommandQueueWithProperties(wide, parts[1], nullptr, nullptr)};
    // "CL_INVALID_COMMAND_QUEUE [...] if the device associated with command_queue is not same as one of the devices
    // specified by CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR".
    EXPECT_EQ(enqueue_signal(queues[0], 1, &s, nullptr, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(enqueue_wait(queues[0], 1, &s, nullptr, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
    signal(queues[1], {s});
    finish(wait(queues[1], {s}));
    for (cl_command_queue each : queues) clReleaseCommandQueue(each);
    clReleaseContext(wide);
    for (cl_device_id part : parts) clReleaseDevice(part);
}

// Two threads take turns: each waits for one semaphore and then signals the other one. As each thread enqueues its own
// waits and signals, a wait may be enqueued before or after the signal that ends it.
TEST_F(Semaphore, ThreadsPlayPingPong) {
    constexpr int rounds = 2000;
    cl_semaphore_khr ping = semaphore(), pong = semaphore();
    std::atomic<int> turn = 0;
    std::atomic<int> wrong = 0;
    const auto play = [&](cl_semaphore_khr waited, cl_semaphore_khr signaled, int parity) {
        cl_command_queue own = make_queue(parity == 0 ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
        for (int i = 0; i < rounds; ++i) {
            cl_event event = nullptr;
            wrong += enqueue_wait(own, 1, &waited, nullptr, 0, nullptr, &event) != CL_SUCCESS;
            wrong += clWaitForEvents(1, &event) != CL_SUCCESS;
            clReleaseEvent(event);
            wrong += turn.load() != 2 * i + parity;
            turn = 2 * i + parity + 1;
            wrong += enqueue_signal(own, 1, &signaled, nullptr, 0, nullptr, nullptr) != CL_SUCCESS;
            wrong += clFlush(own) != CL_SUCCESS;
        }
        wrong += clFinish(own) != CL_SUCCESS;
        clReleaseCommandQueue(own);
    };
    finish(signal(queue, {ping}));
    std::thread other([&] { play(pong, ping, 1); });
    play(ping, pong, 0);
    other.join();
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(payload_of(ping), 1u);
    EXPECT_EQ(payload_of(pong), 0u);
}

}  // namespace
}  // namespace lanewise::test
