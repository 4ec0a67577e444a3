// Tests that recorded commands run: their results, their order, and the events of runs.
#include <array>
#include <cstring>

#include "command_buffers/command_buffer_fixture.h"

namespace lanewise::test {
namespace {

constexpr const char* add_source =
    "kernel void k(global int* to, int n) { to[get_global_id(0)] = to[get_global_id(0)] * 3 + n; }";

class CommandBufferRun : public CommandBufferTest {};

TEST_F(CommandBufferRun, OneKernel) {
    cl_kernel add = kernel(add_source);
    cl_mem memory = ints(100);
    set_arg(add, 0, memory);
    set_arg(add, 1, 5);
    cl_command_buffer_khr buffer = command_buffer(queue);
    EXPECT_NE(record(buffer, add, 100), 0u);
    finalize(buffer);
    cl_event event = nullptr;
    ASSERT_EQ(run(buffer, &event), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
    EXPECT_EQ(status_of(event), CL_COMPLETE);
    cl_command_type type = 0;
    EXPECT_EQ(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr), CL_SUCCESS);
    EXPECT_EQ(type, cl_command_type{CL_COMMAND_COMMAND_BUFFER_KHR});
    clReleaseEvent(event);
    EXPECT_EQ(read(memory, 100), std::vector<cl_int>(100, 5));
    ASSERT_EQ(run(buffer), CL_SUCCESS);
    EXPECT_EQ(read(memory, 100), std::vector<cl_int>(100, 20));
}

TEST_F(CommandBufferRun, ArgumentsAreCaptured) {
    cl_kernel add = kernel(add_source);
    cl_mem memory = ints(1), other = ints(1);
    cl_command_buffer_khr buffer = command_buffer(queue);
    set_arg(add, 0, memory);
    for (const int n : {1, 2, 3}) {
        set_arg(add, 1, n);
        record(buffer, add, 1);
    }
    finalize(buffer);
    set_arg(add, 0, other);
    set_arg(add, 1, 1000);
    ASSERT_EQ(run(buffer), CL_SUCCESS);
    EXPECT_EQ(first(memory), (1 * 3 + 2) * 3 + 3);
    EXPECT_EQ(first(other), 0);
}

TEST_F(CommandBufferRun, LongChainInOrder) {
    cl_kernel add = kernel("kernel void k(global uint* p, uint n) { *p = *p * 1664525u + n; }");
    cl_mem memory = ints(1);
    set_arg(add, 0, memory);
    cl_command_buffer_khr buffer = command_buffer(queue);
    cl_uint expected = 0;
    for (cl_uint i = 0; i < 3000; ++i) {
        set_arg(add, 1, i);
        record(buffer, add, 1);
    }
    finalize(buffer);
    for (int runs = 0; runs < 5; ++runs) {
        for (cl_uint i = 0; i < 3000; ++i) expected = expected * 1664525u + i;
        ASSERT_EQ(run(buffer), CL_SUCCESS);
    }
    EXPECT_EQ(static_cast<cl_uint>(first(memory)), expected);
}

TEST_F(CommandBufferRun, SyncPointsOrderCommands) {
    cl_kernel add = kernel(add_source);
    cl_mem memory = ints(1);
    set_arg(add, 0, memory);
    cl_command_buffer_khr buffer = command_buffer(unordered);
    Points last;
    for (const int n : {1, 2, 3, 4}) {
        set_arg(add, 1, n);
        last = {record(buffer, add, 1, last)};
    }
    finalize(buffer);
    run_and_finish(buffer, unordered);
    EXPECT_EQ(first(memory), ((1 * 3 + 2) * 3 + 3) * 3 + 4);
}

TEST_F(CommandBufferRun, BarriersOrderCommands) {
    constexpr std::size_t count = 200;
    cl_kernel add = kernel(add_source);
    cl_kernel sum = kernel(
        "kernel void k(global int* to, global const int* from) {"
        "    int s = 0; for (int i = 0; i < 200; ++i) s += from[i]; *to = s; }");
    cl_mem parts = ints(count), total = ints(1);
    cl_command_buffer_khr buffer = command_buffer(unordered);
    std::vector<cl_mem> views;
    for (std::size_t i = 0; i < count; ++i) {
        const cl_int value = static_cast<cl_int>(i);
        ASSERT_EQ(cb.fill(buffer, nullptr, nullptr, parts, &value, sizeof value, i * sizeof value, sizeof value, 0,
                          nullptr, nullptr, nullptr),
                  CL_SUCCESS);
    }
    ASSERT_EQ(cb.barrier(buffer, nullptr, nullptr, 0, nullptr, nullptr, nullptr), CL_SUCCESS);
    set_arg(add, 0, parts);
    set_arg(add, 1, 1);
    record(buffer, add, count);
    ASSERT_EQ(cb.barrier(buffer, nullptr, nullptr, 0, nullptr, nullptr, nullptr), CL_SUCCESS);
    set_arg(sum, 0, total);
    set_arg(sum, 1, parts);
    record(buffer, sum, 1);
    finalize(buffer);
    run_and_finish(buffer, unordered);
    EXPECT_EQ(first(total), static_cast<cl_int>(3 * (count * (count - 1) / 2) + count));
}

// A barrier with a wait list delays all later commands, but waits only for the commands in its list.
TEST_F(CommandBufferRun, BarrierWithWaitList) {
    cl_kernel add = kernel(add_source);
    cl_mem memory = ints(1);
    set_arg(add, 0, memory);
    set_arg(add, 1, 7);
    cl_command_buffer_khr buffer = command_buffer(unordered);
    const Points wait = {record(buffer, add, 1)};
    cl_sync_point_khr point = 0;
    ASSERT_EQ(cb.barrier(buffer, nullptr, nullptr, 1, data(wait), &point, nullptr), CL_SUCCESS);
    EXPECT_NE(point, wait[0]);
    set_arg(add, 1, 1);
    record(buffer, add, 1);
    finalize(buffer);
    run_and_finish(buffer, unordered);
    EXPECT_EQ(first(memory), 22);
}

TEST_F(CommandBufferRun, EmptyBufferRunsNothing) {
    for (cl_command_queue on : {queue, unordered}) {
        cl_command_buffer_khr buffer = command_buffer(on);
        finalize(buffer);
        cl_event event = nullptr;
        ASSERT_EQ(run(buffer, &event), CL_SUCCESS);
        EXPECT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
        clReleaseEvent(event);
    }
}

TEST_F(CommandBufferRun, EmptyRangeRunsNothing) {
    cl_kernel add = kernel(add_source);
    cl_mem memory = ints(1);
    set_arg(add, 0, memory);
    set_arg(add, 1, 7);
    cl_command_buffer_khr buffer = command_buffer(queue);
    record(buffer, add, 0);
    finalize(buffer);
    ASSERT_EQ(run(buffer), CL_SUCCESS);
    EXPECT_EQ(first(memory), 0);
}

TEST_F(CommandBufferRun, WaitsForEvents) {
    cl_kernel add = kernel(add_source);
    cl_mem memory = ints(1);
    set_arg(add, 0, memory);
    set_arg(add, 1, 7);
    cl_command_buffer_khr buffer = command_buffer(unordered);
    record(buffer, add, 1);
    finalize(buffer);
    cl_event gate = user_event(), done = nullptr;
    ASSERT_EQ(cb.enqueue(0, nullptr, buffer, 1, &gate, &done), CL_SUCCESS);
    EXPECT_EQ(clFlush(unordered), CL_SUCCESS);
    EXPECT_EQ(read(memory, 1, queue)[0], 0);
    EXPECT_EQ(status_of(done), CL_QUEUED);
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, &done), CL_SUCCESS);
    EXPECT_EQ(first(memory), 7);
    clReleaseEvent(gate);
    clReleaseEvent(done);
}

TEST_F(CommandBufferRun, FailedWaitListSkipsCommands) {
    cl_kernel add = kernel(add_source);
    cl_mem memory = ints(1);
    set_arg(add, 0, memory);
    set_arg(add, 1, 7);
    cl_command_buffer_khr buffer = command_buffer(unordered);
    record(buffer, add, 1);
    finalize(buffer);
    cl_event gate = user_event(), done = nullptr;
    ASSERT_EQ(cb.enqueue(0, nullptr, buffer, 1, &gate, &done), CL_SUCCESS);
    EXPECT_EQ(clSetUserEventStatus(gate, -5), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, &done), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_LT(status_of(done), 0);
    EXPECT_EQ(first(memory), 0);
    clReleaseEvent(gate);
    clReleaseEvent(done);
}

TEST_F(CommandBufferRun, ProfilingCoversAllCommands) {
    constexpr std::size_t items = 1 << 18;
    cl_kernel slow = kernel(
        "kernel void k(global uint* p) { uint x = get_global_id(0);"
        "    for (int i = 0; i < 300; ++i) x = x * 1664525u + 1013904223u; p[get_global_id(0)] = x; }");
    cl_mem memory = ints(items);
    set_arg(slow, 0, memory);
    cl_command_buffer_khr buffer = command_buffer(queue);
    for (int i = 0; i < 3; ++i) record(buffer, slow, items);
    finalize(buffer);
    cl_event event = nullptr;
    ASSERT_EQ(run(buffer, &event), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
    std::array<cl_ulong, 5> times{};
    const cl_profiling_info names[] = {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
                                       CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END,
                                       CL_PROFILING_COMMAND_COMPLETE};
    for (std::size_t i = 0; i < times.size(); ++i) {
        EXPECT_EQ(clGetEventProfilingInfo(event, names[i], sizeof times[i], &times[i], nullptr), CL_SUCCESS);
        if (i > 0) EXPECT_LE(times[i - 1], times[i]) << i;
    }
    EXPECT_LT(times[2], times[3]);
    clReleaseEvent(event);
}

TEST_F(CommandBufferRun, OtherQueue) {
    cl_kernel add = kernel(add_source);
    cl_mem memory = ints(1);
    set_arg(add, 0, memory);
    set_arg(add, 1, 7);
    cl_command_buffer_khr buffer = command_buffer(queue);
    record(buffer, add, 1);
    record(buffer, add, 1);
    finalize(buffer);
    cl_event event = nullptr;
    ASSERT_EQ(cb.enqueue(1, &unordered, buffer, 0, nullptr, &event), CL_SUCCESS);
    cl_command_queue of_event = nullptr;
    EXPECT_EQ(clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof of_event, &of_event, nullptr), CL_SUCCESS);
    EXPECT_EQ(of_event, unordered);
    EXPECT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
    clReleaseEvent(event);
    EXPECT_EQ(first(memory), 28);
}

// The command buffer is deleted "after the command_buffer reference count becomes zero and has finished execution".
TEST_F(CommandBufferRun, ReleasedWhileItWaits) {
    cl_kernel add = owned_kernel(add_source, context);
    cl_mem memory = ints(1);
    set_arg(add, 0, memory);
    set_arg(add, 1, 7);
    cl_int code = 1;
    cl_command_buffer_khr buffer = cb.create(1, &unordered, nullptr, &code);
    record(buffer, add, 1);
    EXPECT_EQ(clReleaseKernel(add), CL_SUCCESS);
    finalize(buffer);
    cl_event gate = user_event();
    ASSERT_EQ(cb.enqueue(0, nullptr, buffer, 1, &gate, nullptr), CL_SUCCESS);
    EXPECT_EQ(cb.release(buffer), CL_SUCCESS);
    EXPECT_EQ(run(buffer), CL_INVALID_COMMAND_BUFFER_KHR);
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(clFinish(unordered), CL_SUCCESS);
    EXPECT_EQ(first(memory), 7);
    clReleaseEvent(gate);
}

}  // namespace
}  // namespace lanewise::test
