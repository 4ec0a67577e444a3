// Tests everything in kernels except barriers: arguments of every kind, address spaces, builtins, atomics, ids.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "run_kernel.h"

namespace lanewise::test {
namespace {

struct alignas(16) Vec4 {
    float v[4];
};

struct Parameters {
    std::int32_t a;
    alignas(16) float b[4];
    std::int8_t c[3];
};

TEST(Kernels, ArgumentsOfEveryKind) {
    std::vector<float> out(8, 0);
    const std::vector<float> table{10, 20, 30, 40};
    Parameters parameters{7, {1, 2, 3, 4}, {5, 6, 8}};
    ArgumentBlock arguments;
    arguments.add(out.data()).add(table.data()).add(std::uint64_t{0}).add(parameters);
    arguments.add(std::int8_t{-3}).add(Vec4{{100, 200, 300, 0}}).add(2.5).add(std::uint16_t{65535});
    RunOptions options;
    options.local_argument_bytes = 64;
    run_kernel(R"(
        typedef struct { int a; float4 b; char c[3]; } P;
        kernel void k(global float* out, constant float* table, local float* scratch, P p, char small,
                      float3 v, double d, ushort u) {
            int i = get_global_id(0);
            p.a += i;
            scratch[get_local_id(0)] = p.a;
            barrier(CLK_LOCAL_MEM_FENCE);
            out[i] = table[i & 3] + scratch[get_local_id(0)] + p.b.y + p.c[2] + small + v.z + (float)d + u;
        })",
               "k", line(8, 4), arguments, options);
    for (int i = 0; i < 8; ++i)
        EXPECT_EQ(out[static_cast<std::size_t>(i)],
                  table[static_cast<std::size_t>(i & 3)] + 7 + i + 2 + 8 - 3 + 300 + 2.5f + 65535);
}

TEST(Kernels, MathBuiltins) {
    std::vector<float> data{0.5f, 1.0f, 2.0f, 3.5f, 100.0f};
    const std::vector<float> in = data;
    ArgumentBlock arguments;
    arguments.add(data.data());
    run_kernel(R"(
        kernel void k(global float* data) {
            int i = get_global_id(0);
            float whole;
            float part = fract(data[i], &whole);
            data[i] = sin(data[i]) + sqrt(data[i]) + part + fmax(whole, 1.0f) + exp(-data[i]);
        })",
               "k", line(5, 5), arguments);
    for (std::size_t i = 0; i < in.size(); ++i) {
        const float whole = std::floor(in[i]);
        const float expected =
            std::sin(in[i]) + std::sqrt(in[i]) + (in[i] - whole) + std::fmax(whole, 1.0f) + std::exp(-in[i]);
        EXPECT_NEAR(data[i], expected, 1e-5f * std::fabs(expected)) << in[i];
    }
}

TEST(Kernels, ConstantTablesAndLargePrivateArrays) {
    std::vector<std::int32_t> out(6, 0);
    ArgumentBlock arguments;
    arguments.add(out.data());
    run_kernel(R"(
        constant int table[6] = {3, 1, 4, 1, 5, 9};
        kernel void k(global int* out) {
            int i = get_global_id(0);
            int big[20000];
            for (int j = 0; j < 20000; j++) big[(j * 7 + i) % 20000] = j;
            out[i] = table[i] + big[(table[i] * 7 + i) % 20000];
        })",
               "k", line(6, 3), arguments);
    const int table[6] = {3, 1, 4, 1, 5, 9};
    for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(out[i], 2 * table[i]);
}

TEST(Kernels, AtomicsOnGlobalAndLocal) {
    std::vector<std::int32_t> out(3, 0);
    ArgumentBlock arguments;
    arguments.add(out.data());
    run_kernel(R"(
        kernel void k(global int* out) {
            local int sum;
            if (get_local_id(0) == 0) sum = 0;
            barrier(CLK_LOCAL_MEM_FENCE);
            atomic_add(&sum, (int)get_local_id(0));
            atomic_inc(&out[0]);
            atomic_max(&out[2], (int)get_global_id(0));
            barrier(CLK_LOCAL_MEM_FENCE);
            if (get_local_id(0) == 0) atomic_add(&out[1], sum);
        })",
               "k", line(40, 10), arguments);
    EXPECT_EQ(out, (std::vector<std::int32_t>{40, 4 * 45, 39}));
}

TEST(Kernels, RowsOfOneWorkItemAreScalar) {
    std::vector<std::int32_t> out(4, 0);
    ArgumentBlock arguments;
    arguments.add(out.data());
    std::string summary;
    RunOptions options;
    options.summary = &summary;
    run_kernel(R"(
        kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k(global int* out) {
            local int table[256];
            for (int i = 0; i < 256; ++i) table[i] = i * i;
            atomic_add(table + 1, 0);  // which private memory has not
            barrier(CLK_LOCAL_MEM_FENCE);
            out[get_global_id(0)] = table[(get_global_id(0) * 77) & 255];
        })",
               "k", line(4, 1), arguments, options);
    for (int i = 0; i < 4; ++i) EXPECT_EQ(out[static_cast<std::size_t>(i)], (i * 77 & 255) * (i * 77 & 255));
    EXPECT_EQ(summary, "kernel 'k': scalar (only one work-item in the lane dimension)");
}

TEST(Kernels, RequiredWorkGroupSizeIsConstant) {
    std::vector<std::uint64_t> out(8, 0);
    ArgumentBlock arguments;
    arguments.add(out.data());
    NDRange range = line(4, 4);
    range.work_dim = 2;
    range.global_size[1] = 2;
    range.local_size[1] = 2;
    run_kernel(R"(
        kernel __attribute__((reqd_work_group_size(4, 2, 1))) void k(global ulong* out) {
            out[get_local_id(1) * 4 + get_local_id(0)] = get_local_size(0) * 10 + get_local_size(1);
        })",
               "k", range, arguments);
    EXPECT_EQ(out, std::vector<std::uint64_t>(8, 42));
}

}  // namespace
}  // namespace lanewise::test
