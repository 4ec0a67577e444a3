// Tests builtins that need a running kernel. Covers ids of dimensions known at run time, async copies, the functions
// atom_* and atomic_*, and address arithmetic of vload and vstore.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "run_kernel.h"

namespace lanewise::test {
namespace {

TEST(BuiltinCalls, IdsOfAnyDimension) {
    NDRange range;
    range.work_dim = 2;
    range.global_size = {6, 4, 1};
    range.local_size = {3, 2, 1};
    range.global_offset = {100, 200, 0};
    std::vector<std::uint64_t> out(24 * 8);
    const std::uint32_t dimension = 1, beyond = 7;
    ArgumentBlock arguments;
    arguments.add(out.data()).add(dimension).add(beyond);
    run_kernel(R"(
        kernel void k(global ulong* out, uint d, uint beyond) {
            size_t i = get_global_linear_id();
            out += i * 8;
            out[0] = get_global_id(d);
            out[1] = get_local_id(d);
            out[2] = get_global_id(beyond) * 1000 + get_global_size(beyond);
            size_t sum = 0;
            for (uint e = 0; e <= get_work_dim(); ++e) sum += get_global_size(e) << (8 * e);
            out[3] = sum;
            out[4] = get_local_linear_id();
            out[5] = get_group_id(d) * 16 + get_num_groups(d);
            out[6] = get_global_offset(d);
            out[7] = get_enqueued_local_size(d) * 16 + get_local_size(d);
        })",
               "k", range, arguments, {.build_options = "-cl-std=CL3.0"});
    for (std::uint64_t i = 0; i < 24; ++i) {
        const std::uint64_t x = i % 6, y = i / 6, *o = &out[i * 8];
        EXPECT_EQ(o[0], 200 + y);
        EXPECT_EQ(o[1], y % 2);
        EXPECT_EQ(o[2], 1u);
        EXPECT_EQ(o[3], 6u + (4u << 8) + (1u << 16));
        EXPECT_EQ(o[4], y % 2 * 3 + x % 3);
        EXPECT_EQ(o[5], y / 2 * 16 + 2);
        EXPECT_EQ(o[6], 200u);
        EXPECT_EQ(o[7], 2u * 16 + 2);
    }
}

// mul_hi(15, a) is -1 for negative `a`. The sum of -1 and INT32_MIN wraps around to INT32_MAX, so the compiler must not
// simplify comparisons as if the sum could not overflow.
TEST(BuiltinCalls, SumsOfMadHiWrap) {
    std::vector<std::int32_t> a(64), least(64, INT32_MIN), out(64, -1);
    std::iota(a.begin(), a.end(), -32);
    for (const std::uint32_t lanes : {1u, 16u}) {
        run_kernel(
            "kernel void k(global const int* a, global const int* c, global int* o) { size_t i = get_global_id(0);"
            " o[i] = mad_hi(15, a[i], c[i]) <= c[i]; }",
            "k", line(64, 64), ArgumentBlock().add(a.data()).add(least.data()).add(out.data()),
            {.vector_width = lanes});
        for (int i = 0; i < 64; ++i) EXPECT_EQ(out[static_cast<std::size_t>(i)], i < 32 ? 0 : 1) << i;
    }
}

// One call computes both the sine and the cosine (link/pair_angles.h). The results have the same bits as the results of
// two separate calls.
TEST(BuiltinCalls, SinesAndCosinesOfOneValue) {
    std::vector<float> in{0.0f,     -0.0f, 1e-40f, -1e-30f,  0.5f,     1.0f,      3.14159274f, -100.25f,
                          39000.5f, 4e5f,  1e10f,  -3.4e38f, INFINITY, -INFINITY, NAN,         7.0f};
    for (float x = 0.001f; in.size() < 256; x *= -1.1f) in.push_back(x);
    std::vector<std::uint32_t> together(2 * in.size()), apart(2 * in.size());
    const auto run = [&](const char* source, std::vector<std::uint32_t>& out) {
        ArgumentBlock arguments;
        arguments.add(in.data()).add(out.data());
        run_kernel(source, "k", line(in.size(), 64), arguments, {});
    };
    run(R"(
        kernel void k(global const float* in, global float2* out) {
            size_t i = get_global_id(0);
            float x = in[i];
            out[i] = (float2)(sin(x), cos(x));
        })",
        together);
    run("kernel void k(global const float* in, global float* out) { size_t i = get_global_id(0); out[2 * i] = "
        "sin(in[i]); "
        "}",
        apart);
    run("kernel void k(global const float* in, global float* out) { size_t i = get_global_id(0); out[2 * i + 1] = "
        "cos(in[i]); }",
        apart);
    EXPECT_EQ(together, apart);
}

TEST(BuiltinCalls, AsyncCopiesMoveEveryElement) {
    const std::uint64_t local = 7, groups = 3, count = 50;
    std::vector<std::int32_t> in(groups * count * 3), out(groups * count, -1), spread(groups * count * 2, -1);
    std::iota(in.begin(), in.end(), 5);
    ArgumentBlock arguments;
    arguments.add(in.data()).add(out.data()).add(spread.data());
    run_kernel(R"(
        kernel void k(global const int* in, global int* out, global int* spread) {
            local int2 tile[25];
            local int strided[50];
            size_t g = get_group_id(0);
            event_t e = async_work_group_copy(tile, (global const int2*)(in + g * 50), 25, 0);
            e = async_work_group_strided_copy(strided, in + g * 50, 50, 3, e);
            wait_group_events(1, &e);
            event_t f = async_work_group_copy((global int2*)(out + g * 50), tile, 25, 0);
            f = async_work_group_strided_copy(spread + g * 100, strided, 50, 2, f);
            wait_group_events(1, &f);
        })",
               "k", line(local * groups, local), arguments);
    for (std::uint64_t g = 0; g < groups; ++g)
        for (std::uint64_t i = 0; i < count; ++i) {
            EXPECT_EQ(out[g * count + i], in[g * count + i]);
            EXPECT_EQ(spread[g * 100 + 2 * i], in[g * count + 3 * i]);
            EXPECT_EQ(spread[g * 100 + 2 * i + 1], -1);
        }
}

TEST(BuiltinCalls, AtomicsOfBothGenerations) {
    std::vector<std::int32_t> out(8, 0);
    out[1] = 1000;
    std::vector<std::int64_t> longs(2, 0);
    ArgumentBlock arguments;
    arguments.add(out.data()).add(longs.data());
    run_kernel(R"(
        #pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
        kernel void k(volatile global int* out, volatile global long* longs) {
            local int count;
            int l = get_local_id(0);
            if (l == 0) count = 0;
            barrier(CLK_LOCAL_MEM_FENCE);
            atomic_inc(&count);
            atomic_add(&out[0], l);
            atomic_min(&out[1], l + 3);
            atomic_max((volatile global uint*)&out[2], (uint)l);
            atomic_or(&out[3], 1 << l);
            atomic_xor(&out[4], 1 << l);
            atomic_cmpxchg(&out[5], l, l + 1);
            atom_add(&longs[0], (long)l << 33);
            barrier(CLK_LOCAL_MEM_FENCE);
            if (l == 0) out[6] = count;
        })",
               "k", line(10, 10), arguments);
    EXPECT_EQ(out, (std::vector<std::int32_t>{45, 3, 9, 1023, 1023, 10, 10, 0}));
    EXPECT_EQ(longs[0], std::int64_t{45} << 33);
}

TEST(BuiltinCalls, VectorLoadsAndStoresOfThree) {
    std::vector<float> in(12), out(13, -1.0f);
    std::iota(in.begin(), in.end(), 1.0f);
    ArgumentBlock arguments;
    arguments.add(in.data()).add(out.data());
    run_kernel(R"(
        kernel void k(global const float* in, global float* out) {
            size_t i = get_global_id(0);
            vstore3(vload3(i, in) * 2.0f, i, out);
            local float tile[12];
            vstore2(vload2(i, in), i, tile);
            if (i == 0) out[12] = tile[1];
        })",
               "k", line(4, 4), arguments);
    for (int i = 0; i < 12; ++i) EXPECT_EQ(out[i], 2 * in[i]);
    EXPECT_EQ(out[12], 2.0f);
}

TEST(BuiltinCalls, FloatsAreJudgedAndMixed) {
    std::vector<float> out(16, 0.0f);
    ArgumentBlock arguments;
    arguments.add(out.data());
    run_kernel(R"(
        kernel void k(global float* out) {
            float n = nan(0u), i = INFINITY;
            out[0] = isnan(n) + 2 * isnan(i) + 4 * isinf(-i) + 8 * isfinite(i) + 16 * isnormal(1e-40f) +
                     32 * signbit(-0.0f) + 64 * isordered(n, n) + 128 * isnotequal(n, n);
            out[1] = any(isless((float4)(1, 2, 3, 4), (float4)(1, 2, 4, 4)));
            out[2] = all(isless((float4)(1, 2, 3, 4), (float4)(1, 2, 4, 4)));
            out[3] = clamp(5.0f, -1.0f, 2.0f) + step(1.0f, 0.5f) + sign(-3.0f) + smoothstep(0.0f, 2.0f, 1.0f);
            out[4] = length((float3)(3e30f, 4e30f, 0));
            out[5] = length((float2)(3e-30f, 4e-30f));
            out[6] = dot((float4)(1, 2, 3, 4), (float4)(5, 6, 7, 8));
            vstore4(cross((float4)(1, 2, 3, 9), (float4)(4, 5, 6, 9)), 2, out);
            vstore2(normalize((float2)(-i, 3)), 6, out);
            out[14] = select(1.0f, 2.0f, 1) + bitselect(1.0f, 4.0f, as_float(0xffffffff));
            out[15] = shuffle2((float2)(1, 2), (float2)(3, 4), (uint4)(3, 2, 1, 6)).w;
        })",
               "k", line(1, 1), arguments);
    const std::vector<float> expected{
        1 + 4 + 32 + 128, 1, 0, 2 + 0 - 1 + 0.5f, 5e30f, 5e-30f, 70, 0, -3, 6, -3, 0, -1, 0, 6, 3};
    for (std::size_t i = 0; i < out.size(); ++i) EXPECT_FLOAT_EQ(out[i], expected[i]) << i;
}

// Only some work-items call these builtins. The arguments of the other work-items are out of range.
TEST(BuiltinCalls, WithSharedArgumentsAreOfThoseThatComeToThem) {
    constexpr std::uint64_t items = 100;
    for (const std::uint32_t lanes : {1, 8, 32, 0})
        for (const int n : {0, 37, 100}) {
            std::vector<float> a(items), expected(items, -1), out(expected);
            for (std::uint64_t i = 0; i < items; ++i) {
                a[i] = static_cast<float>(i % 7) - 2;
                if (static_cast<int>(i) < n) expected[i] = a[i] * 32 + (a[i] > 0 ? 27 : 0);
            }
            RunOptions options;
            options.vector_width = lanes;
            ArgumentBlock arguments;
            arguments.add(a.data()).add(out.data()).add(2.0f).add(n);
            run_kernel(R"(
                kernel void k(global const float* a, global float* out, float b, int n) {
                    int i = get_global_id(0);
                    if (i >= n) return;
                    float value = a[i] * pown(b, n / n * 5);
                    if (a[i] > 0) value += powr(b + 1, 6 / b);
                    out[i] = value;
                })",
                       "k", line(items, 50), arguments, options);
            for (std::uint64_t i = 0; i < items; ++i)
                ASSERT_FLOAT_EQ(out[i], expected[i]) << lanes << ' ' << n << ' ' << i;
        }
}

}  // namespace
}  // namespace lanewise::test
