// Launches kernels until they are hot and the driver tries several plans. All launches must have the same results as
// the first launch, although later launches may run other code.
#include <algorithm>

#include "kernel_fixture.h"

namespace {

constexpr size_t items = 20000;

class HotKernels : public KernelTest {
protected:
    void SetUp() override {
        KernelTest::SetUp();
        cl_int code = CL_SUCCESS;
        out = clCreateBuffer(context, CL_MEM_READ_WRITE, items * sizeof(cl_int), nullptr, &code);
    }
    void TearDown() override {
        clReleaseMemObject(out);
        KernelTest::TearDown();
    }

    std::vector<cl_int> run(cl_kernel kernel, size_t global, size_t local) {
        const cl_int zero = 0;
        clEnqueueFillBuffer(queue, out, &zero, sizeof zero, 0, items * sizeof(cl_int), 0, nullptr, nullptr);
        clSetKernelArg(kernel, 0, sizeof out, &out);
        launch(queue, kernel, global, &local);
        std::vector<cl_int> values(items);
        clEnqueueReadBuffer(queue, out, CL_TRUE, 0, items * sizeof(cl_int), values.data(), 0, nullptr, nullptr);
        return values;
    }

    /// Launches the kernel many times, alternating between three NDRanges, and compares all results with those of the
    /// first launches.
    void expect_the_same_for_ever(const char* source) {
        cl_kernel k = kernel(source);
        constexpr std::array<std::array<size_t, 2>, 3> shapes{{{items, 100}, {items, 32}, {items / 2, 64}}};
        std::vector<std::vector<cl_int>> first;
        for (const auto& [global, local] : shapes) {
            first.push_back(run(k, global / local * local, local));
            EXPECT_GT(*std::ranges::max_element(first.back()), 0);
        }
        for (int round = 0; round < 25; ++round)
            for (size_t s = 0; s < shapes.size(); ++s)
                ASSERT_EQ(run(k, shapes[s][0] / shapes[s][1] * shapes[s][1], shapes[s][1]), first[s]) << round;
    }

    cl_mem out = nullptr;
};

TEST_F(HotKernels, WithDivergentLoops) {
    expect_the_same_for_ever(R"(
        kernel void k(global int* out) {
            size_t i = get_global_id(0);
            int next[32], at = (int)i % 31 + 1, steps = 0;
            for (int n = 0; n < 32; ++n) next[n] = (n * 5 + (int)i) % (n + 1);
            for (int round = 0; round < 9; ++round, at = (int)i % 31 + 1)
                while (at != 0 && steps < 900) { at = next[at] == at ? at - 1 : next[at]; ++steps; }
            out[i] = steps;
        })");
}

TEST_F(HotKernels, WithStacks) {
    expect_the_same_for_ever(R"(
        kernel void k(global int* out) {
            int stack[24], top = 0, sum = 0;
            stack[top++] = (int)get_global_id(0) % 1021 + 1;
            while (top > 0) {
                int node = stack[--top];
                sum += node;
                if (node > 1 && top < 22) { stack[top++] = node / 3; if (node & 4) stack[top++] = node / 5; }
            }
            out[get_global_id(0)] = sum;
        })");
}

// Tests a kernel that the driver may run with any number of lanes, or with two work-items interleaved.
TEST_F(HotKernels, WithGathers) {
    expect_the_same_for_ever(R"(
        kernel void k(global int* out) {
            size_t i = get_global_id(0);
            uchar table[64];
            for (int n = 0; n < 64; ++n) table[n] = (uchar)(n * 37 + (int)i);
            uint h = (uint)i * 2654435761u;
            float x = (float)i;
            for (int n = 0; n < 500; ++n) {
                h = (h >> 3) ^ (h << 7) ^ table[h & 63];
                x = x * 0.99f + (float)(h & 255) / 3.0f;
            }
            out[i] = (as_int(x) ^ (int)h) & 0x7fffffff;
        })");
}

TEST_F(HotKernels, WithBarriersAndFloats) {
    expect_the_same_for_ever(R"(
        kernel void k(global int* out) {
            local float tile[128];
            int l = get_local_id(0), n = get_local_size(0);
            float x = (float)get_global_id(0) * 0.37f;
            float table[8];
            for (int i = 0; i < 8; ++i) table[i] = i * 0.3f + l;
            for (int i = 0; i < (l & 7) * 9; ++i) x = table[(int)fabs(x) & 7] * 3.0f - x / (i + 1);
            tile[l] = x;
            barrier(CLK_LOCAL_MEM_FENCE);
            out[get_global_id(0)] = as_int(tile[n - 1 - l] * 1.7f) & 0x7fffffff;
        })");
}

// Alternates between launches of few work-items and launches of many work-items. Launches of few work-items run one
// work-item after another instead of using vectors.
TEST_F(HotKernels, WithFewWorkItems) {
    cl_kernel k = kernel(R"(
        kernel void k(global int* out) {
            local int shared[4];
            const uint n = get_global_size(0), block = (16384 + n - 1) / n, from = get_global_id(0) * block;
            int sum = 0;
            for (uint i = from; i < min(16384u, from + block); ++i) {
                sum += i % 7;
                out[i] = sum;
            }
            shared[get_local_id(0) & 3] = sum;
            barrier(CLK_LOCAL_MEM_FENCE);
            if (get_local_id(0) == 0) out[16384 + get_group_id(0)] = shared[0];
        })");
    const auto expect_shares = [&](size_t global, size_t local) {
        const std::vector<cl_int> values = run(k, global, local);
        const size_t block = (16384 + global - 1) / global;
        cl_int sum = 0;
        for (size_t i = 0; i < 16384; ++i) {
            sum = (i % block == 0 ? 0 : sum) + static_cast<cl_int>(i % 7);
            ASSERT_EQ(values[i], sum) << global << ' ' << i;
        }
        for (size_t group = 0; group < global / local; ++group) ASSERT_GT(values[16384 + group], 0) << global;
    };
    for (const auto& [global, local] :
         {std::array<size_t, 2>{1, 1}, {2, 1}, {2, 2}, {3, 3}, {4, 2}, {1024, 4}, {3, 1}, {2, 2}})
        expect_shares(global, local);
}

}  // namespace
