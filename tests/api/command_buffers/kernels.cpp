// Tests recorded kernels that print, enqueue other kernels, share work among threads, fail or use indirect memory.
#include <array>
#include <string>
#include <thread>

#include "command_buffers/command_buffer_fixture.h"
#include "device_enqueue/device_queue_fixture.h"

namespace lanewise::test {
namespace {

class RecordedKernels : public CommandBufferTest {};

TEST_F(RecordedKernels, Printf) {
    cl_kernel print = kernel("kernel void k(int n) { printf(\"%d.\", n); }");
    cl_command_buffer_khr buffer = command_buffer(queue);
    std::string expected;
    for (int i = 0; i < 20; ++i) {
        set_arg(print, 0, i);
        record(buffer, print, 1);
        expected += std::to_string(i) + ".";
    }
    finalize(buffer);
    testing::internal::CaptureStdout();
    ASSERT_EQ(run(buffer), CL_SUCCESS);
    ASSERT_EQ(run(buffer), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(testing::internal::GetCapturedStdout(), expected + expected);
}

TEST_F(RecordedKernels, DeviceSideEnqueue) {
    cl_command_queue on_device =
        make_queue(CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE_DEFAULT);
    cl_kernel parent = kernel(
        "kernel void k(global int* p, queue_t q, int n) {"
        "    void (^child)(void) = ^{ atomic_add(&p[get_global_id(0)], n); };"
        "    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(100), child);"
        "    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(50), child); }");
    cl_kernel twice = kernel("kernel void k(global int* p) { p[get_global_id(0)] *= 2; }");
    cl_mem memory = ints(100);
    set_arg(parent, 0, memory);
    set_arg(parent, 1, on_device);
    set_arg(twice, 0, memory);
    for (cl_command_queue on : {queue, unordered}) {
        const cl_int zero = 0;
        cl_command_buffer_khr buffer = mutable_buffer(on, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
        Points last(1);
        ASSERT_EQ(cb.fill(buffer, nullptr, nullptr, memory, &zero, 4, 0, 400, 0, nullptr, last.data(), nullptr),
                  CL_SUCCESS);
        cl_mutable_command_khr command = nullptr;
        for (int i = 1; i < 4; ++i) {
            set_arg(parent, 2, i);
            last = {record(buffer, parent, 10, last, &command)};
            last = {record(buffer, twice, 100, last)};
        }
        finalize(buffer);
        for (int runs = 0; runs < 3; ++runs) {
            run_and_finish(buffer, on);
            const int a = 10, each = 8 * 1 * a + 4 * 2 * a + 2 * (runs == 0 ? 3 : 5) * a;
            const std::vector<cl_int> got = read(memory, 100);
            for (int i = 0; i < 100; ++i) ASSERT_EQ(got[i], i < 50 ? 2 * each : each) << i;
            EXPECT_EQ(update_arg(buffer, command, 2, 5), CL_SUCCESS);
        }
    }
    clReleaseCommandQueue(on_device);
}

// Runs many independent kernels, some of them long, on all threads. The kernels after the barrier must see the results
// of the kernels before the barrier.
TEST_F(RecordedKernels, WideGraph) {
    constexpr std::size_t count = 300, items = 4096;
    cl_kernel work = kernel(
        "kernel void k(global uint* p, uint at, uint steps) { uint i = at + get_global_id(0); uint x = p[i];"
        "    for (uint s = 0; s < steps; ++s) x = x * 1664525u + 1013904223u; p[i] = x; }");
    cl_mem memory = ints(count * items);
    set_arg(work, 0, memory);
    cl_command_buffer_khr buffer = command_buffer(unordered);
    for (int round = 0; round < 2; ++round) {
        for (cl_uint i = 0; i < count; ++i) {
            set_arg(work, 1, static_cast<cl_uint>(i * items));
            set_arg(work, 2, i % 50 == 0 ? cl_uint{300} : cl_uint{3});
            record(buffer, work, items);
        }
        if (round == 0) ASSERT_EQ(cb.barrier(buffer, nullptr, nullptr, 0, nullptr, nullptr, nullptr), CL_SUCCESS);
    }
    finalize(buffer);
    constexpr int runs = 20;
    for (int i = 0; i < runs; ++i) run_and_finish(buffer, unordered);
    const std::vector<cl_int> got = read(memory, count * items);
    for (std::size_t i = 0; i < count; ++i) {
        cl_uint expected = 0;
        for (int s = 0; s < 2 * runs * (i % 50 == 0 ? 300 : 3); ++s) expected = expected * 1664525u + 1013904223u;
        for (std::size_t k = 0; k < items; ++k) ASSERT_EQ(static_cast<cl_uint>(got[i * items + k]), expected) << i;
    }
}

// A fault of a kernel ends only the run of its command buffer. Commands that follow the kernel in this run are not
// executed.
TEST_F(RecordedKernels, FaultFailsTheRun) {
    if (handles_faults_itself) GTEST_SKIP() << "the sanitizer handles faults";
    cl_kernel add = kernel("kernel void k(global int* p) { p[0] += 1; }");
    cl_kernel bad = kernel("kernel void k(ulong address) { *(global volatile int*)address = 1; }");
    cl_mem before = ints(1), after = ints(1);
    cl_command_buffer_khr buffer = mutable_buffer(unordered);
    cl_mutable_command_khr command = nullptr;
    set_arg(add, 0, before);
    Points last = {record(buffer, add, 1)};
    set_arg(bad, 0, cl_ulong{16});
    for (const std::size_t items : {1, 1 << 20}) last = {record(buffer, bad, items, last, &command)};
    set_arg(add, 0, after);
    last = {record(buffer, add, 1, last)};
    finalize(buffer);
    cl_event event = nullptr;
    ASSERT_EQ(run(buffer, &event), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(status_of(event), CL_OUT_OF_RESOURCES);
    clReleaseEvent(event);
    EXPECT_EQ(first(before), 1);
    EXPECT_EQ(first(after), 0);
}

TEST_F(RecordedKernels, LargeFaultFailsTheRun) {
    if (handles_faults_itself) GTEST_SKIP() << "the sanitizer handles faults";
    cl_kernel bad = kernel(
        "kernel void k(ulong address, global int* p) {"
        "    int x = get_global_id(0); for (int i = 0; i < 100; ++i) x = x * 1664525 + 7; p[get_global_id(0)] = x;"
        "    if (get_global_id(0) == 300000) *(global volatile int*)address = 1; }");
    cl_mem memory = ints(1 << 20);
    set_arg(bad, 0, cl_ulong{16});
    set_arg(bad, 1, memory);
    cl_command_buffer_khr buffer = command_buffer(queue);
    for (int i = 0; i < 3; ++i) record(buffer, bad, 1 << 20);
    finalize(buffer);
    for (int runs = 0; runs < 2; ++runs) {
        cl_event event = nullptr;
        ASSERT_EQ(run(buffer, &event), CL_SUCCESS);
        EXPECT_EQ(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        EXPECT_EQ(status_of(event), CL_OUT_OF_RESOURCES);
        clReleaseEvent(event);
    }
}

// A kernel that is launched repeatedly gets better code in the background. The results must not depend on the code.
TEST_F(RecordedKernels, ManyRuns) {
    constexpr std::size_t items = 3000;
    cl_kernel work = kernel(
        "kernel void k(global float* a, global const float* b, int n) { float s = 0;"
        "    for (int i = 0; i < n; ++i) s += b[(get_global_id(0) * 7 + i) % 3000]; a[get_global_id(0)] += s; }");
    cl_mem sums = ints(items), values = ints(items);
    std::vector<float> ones(items, 1.0f);
    ASSERT_EQ(clEnqueueWriteBuffer(queue, values, CL_TRUE, 0, items * 4, ones.data(), 0, nullptr, nullptr), CL_SUCCESS);
    set_arg(work, 0, sums);
    set_arg(work, 1, values);
    set_arg(work, 2, 20);
    cl_command_buffer_khr buffer = command_buffer(queue);
    for (int i = 0; i < 10; ++i) record(buffer, work, items);
    finalize(buffer);
    constexpr int runs = 400;
    for (int i = 0; i < runs; ++i) ASSERT_EQ(run(buffer), CL_SUCCESS);
    std::vector<float> got(items);
    ASSERT_EQ(clEnqueueReadBuffer(queue, sums, CL_TRUE, 0, items * 4, got.data(), 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(got, std::vector<float>(items, 20.0f * 10 * runs));
}

// Several threads record into one command buffer, run it and update it.
TEST_F(RecordedKernels, Threads) {
    constexpr int threads = 4, each = 200;
    cl_kernel add = kernel("kernel void k(global int* p, int n) { atomic_add(p, n); }");
    cl_mem memory = ints(1);
    set_arg(add, 0, memory);
    set_arg(add, 1, 1);
    cl_command_buffer_khr buffer = mutable_buffer(unordered, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
    std::array<cl_mutable_command_khr, threads> commands{};
    const auto on_threads = [&](auto&& work) {
        std::vector<std::thread> started;
        for (int t = 0; t < threads; ++t) started.emplace_back([&, t] { work(t); });
        for (std::thread& thread : started) thread.join();
    };
    on_threads([&](int t) {
        for (int i = 0; i < each; ++i) record(buffer, add, 1, {}, &commands[t]);
    });
    finalize(buffer);
    on_threads([&](int t) {
        for (int i = 0; i < each; ++i) {
            EXPECT_EQ(update_arg(buffer, commands[t], 1, 1 + i % 2), CL_SUCCESS);
            EXPECT_EQ(run(buffer), CL_SUCCESS);
            EXPECT_EQ(update_arg(buffer, commands[t], 1, 1), CL_SUCCESS);
        }
    });
    EXPECT_EQ(clFinish(unordered), CL_SUCCESS);
    const int least = threads * each * threads * each;
    EXPECT_GE(first(memory), least);
    EXPECT_LE(first(memory), least + threads * each * threads);
}

}  // namespace
}  // namespace lanewise::test
