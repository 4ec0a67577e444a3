// Enqueues children until the driver compiles better code for them. All children must have the same results as the
// first children, although later children may run other code.
#include <algorithm>
#include <array>
#include <thread>

#include "device_queue_fixture.h"

namespace {

class HotChildren : public DeviceQueueTest {
protected:
    static constexpr size_t items = 20000;

    /// Launches the kernel `k(global int* out, int children)` once and returns the content of `out`.
    std::vector<cl_int> run_children(cl_command_queue on, cl_kernel made, cl_int children) {
        cl_mem out = zeros(items);
        EXPECT_EQ(clSetKernelArg(made, 0, sizeof out, &out), CL_SUCCESS);
        EXPECT_EQ(clSetKernelArg(made, 1, sizeof children, &children), CL_SUCCESS);
        launch(on, made, 1);
        EXPECT_EQ(clFinish(on), CL_SUCCESS);
        return read(out);
    }

    /// Builds a kernel that runs children one after another, alternating between three NDRanges. Each work-item calls
    /// the function `work(out, i, n)`, which the source `work` defines.
    cl_kernel in_turns(const std::string& work) {
        return build(work + R"(
            void next(queue_t queue, global int* out, int left) {
                if (left == 0) return;
                const ndrange_t shapes[3] = {ndrange_1D(20000), ndrange_1D(19968, 32), ndrange_1D(32, 9000, 100)};
                enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, shapes[left % 3], ^{
                    if (get_global_linear_id() == 0) next(queue, out, left - 1);
                    work(out, get_global_id(0), left % 3);
                });
            }
            kernel void k(global int* out, int children) { next(get_default_queue(), out, children); })");
    }

    void expect_the_same_for_ever(const std::string& work) {
        cl_kernel made = in_turns(work);
        const std::vector<cl_int> first = run_children(queue, made, 3);
        EXPECT_GT(*std::ranges::max_element(first), 0);
        const std::vector<cl_int> many = run_children(queue, made, 30);
        for (int round = 0; round < 10; ++round) ASSERT_EQ(run_children(queue, made, 30), many) << round;
        EXPECT_EQ(run_children(queue, made, 3), first);
    }
};

constexpr const char* gathers = R"(
    void work(global int* out, size_t i, int shape) {
        uchar table[64];
        for (int n = 0; n < 64; ++n) table[n] = (uchar)(n * 37 + (int)i);
        uint h = (uint)i * 2654435761u;
        float x = (float)i;
        for (int n = 0; n < 100; ++n) {
            h = (h >> 3) ^ (h << 7) ^ table[h & 63];
            x = x * 0.99f + (float)(h & 255) / 3.0f;
        }
        out[i] += ((as_int(x) ^ (int)h) & 0xffff) + shape;
    })";

TEST_F(HotChildren, WithGathers) { expect_the_same_for_ever(gathers); }

TEST_F(HotChildren, WithStacks) {
    expect_the_same_for_ever(R"(
        void work(global int* out, size_t i, int shape) {
            int stack[24], top = 0, sum = shape;
            stack[top++] = (int)i % 1021 + 1;
            while (top > 0) {
                int node = stack[--top];
                sum += node;
                if (node > 1 && top < 22) { stack[top++] = node / 3; if (node & 4) stack[top++] = node / 5; }
            }
            out[i] += sum;
        })");
}

// Each work-group reverses its part of the array in local memory. The size of the local memory is an argument of
// enqueue_kernel.
TEST_F(HotChildren, WithBarriersAndLocalMemory) {
    cl_kernel made = build(R"(
        void next(queue_t queue, global int* out, int left) {
            if (left == 0) return;
            enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(20000, 100), ^(local void* memory) {
                local float* tile = memory;
                if (get_global_id(0) == 0) next(queue, out, left - 1);
                const int l = get_local_id(0), n = get_local_size(0);
                float x = (float)get_global_id(0) * 0.37f, table[8];
                for (int i = 0; i < 8; ++i) table[i] = i * 0.3f + l;
                for (int i = 0; i < (l & 7) * 9; ++i) x = table[(int)fabs(x) & 7] * 3.0f - x / (i + 1);
                tile[l] = x;
                barrier(CLK_LOCAL_MEM_FENCE);
                out[get_global_id(0)] += as_int(tile[n - 1 - l] * 1.7f) & 0xffff;
            }, 400u);
        }
        kernel void k(global int* out, int children) { next(get_default_queue(), out, children); })");
    const std::vector<cl_int> first = run_children(queue, made, 20);
    for (int round = 0; round < 10; ++round) ASSERT_EQ(run_children(queue, made, 20), first) << round;
}

// Several threads run children of one kernel at the same time. Each thread has a queue of its own.
TEST_F(HotChildren, OnManyThreads) {
    const std::string source = std::string(gathers) + R"(
        kernel void k(global int* out, int children) {
            for (int i = 0; i < children; ++i)
                enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(100, 200, 0), ^{
                    global int* mine = out + i * 200;
                    work(mine, get_global_id(0) - 100, 1);
                });
        })";
    constexpr cl_int children = 100;
    cl_kernel first = build(source);
    const std::vector<cl_int> expected = run_children(queue, first, children);
    EXPECT_GT(*std::ranges::max_element(expected), 0);
    std::vector<cl_command_queue> queues;
    std::vector<cl_mem> outs;
    for (int i = 0; i < 4; ++i) {
        queues.push_back(make_queue(0));
        outs.push_back(zeros(items));
    }
    std::vector<int> wrong(queues.size());
    std::vector<std::thread> threads;
    for (size_t i = 0; i < queues.size(); ++i) {
        threads.emplace_back([&, i] {
            cl_kernel mine = clCloneKernel(first, nullptr);
            clSetKernelArg(mine, 0, sizeof outs[i], &outs[i]);
            clSetKernelArg(mine, 1, sizeof children, &children);
            std::vector<cl_int> found(items);
            for (int round = 0; round < 20; ++round) {
                const cl_int zero = 0;
                const size_t one = 1;
                clEnqueueFillBuffer(queues[i], outs[i], &zero, sizeof zero, 0, items * sizeof zero, 0, nullptr,
                                    nullptr);
                clEnqueueNDRangeKernel(queues[i], mine, 1, nullptr, &one, nullptr, 0, nullptr, nullptr);
                clEnqueueReadBuffer(queues[i], outs[i], CL_TRUE, 0, items * sizeof zero, found.data(), 0, nullptr,
                                    nullptr);
                wrong[i] += found != expected;
            }
            clReleaseKernel(mine);
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (cl_command_queue one : queues) clReleaseCommandQueue(one);
    EXPECT_EQ(wrong, std::vector<int>(queues.size()));
}

}  // namespace
