// Checks that kernels with 8, 16 and 32 lanes, on AVX-512, AVX2 and SSE2, give the same bits as one lane.
#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "run_kernel.h"

namespace lanewise::test {
namespace {

struct LaneKernel {
    const char* name;
    const char* source;  // kernel void k(global const int* in, global int* out, int n)
};

const LaneKernel lane_kernels[] = {
    {"saxpy", R"(kernel void k(global const int* in, global int* out, int n) {
        int i = get_global_id(0); out[i] = in[i] * 3 + n; })"},
    {"guard", R"(kernel void k(global const int* in, global int* out, int n) {
        int i = get_global_id(0); if (i >= n - 5) return; out[i] = in[i] + 1; })"},
    {"interior", R"(kernel void k(global const int* in, global int* out, int n) {
        int i = get_global_id(0);
        if (i > 3 && i < n - 9) out[i] = in[i - 1] + 2 * in[i + 1]; else out[i] = -in[i];
        uint u = (uint)i - 5u; if (!(u >= (uint)n - 30u || i == 77)) out[i + n] = in[u]; })"},
    {"counted_break", R"(kernel void k(global const int* in, global int* out, int n) {
        int i = get_global_id(0), x = in[i] & 255, s = 0;
        for (int r = 0; r < 20; ++r) { if (x == 0) break; s += x; x >>= 1; if (s > 300) { s = -s; break; } }
        int t = 0; do { t += in[(i + t) % n] & 3; if ((t & 15) == 9) break; } while (++s < 40);
        out[i] = s * 100 + t; })"},
    {"divergent_loop", R"(kernel void k(global const int* in, global int* out, int n) {
        int i = get_global_id(0), x = in[i] & 63, steps = 0;
        while (x != 1 && steps < 100) { x = x & 1 ? 3 * x + 1 : x / 2; ++steps; }
        out[i] = steps; })"},
    {"vectors", R"(kernel void k(global const int* in, global int* out, int n) {
        int i = get_global_id(0);
        int4 v = vload4(i % (n / 4), in); v = v.wzyx * (int4)(1, 2, 3, i);
        int3 w = vload3(i % (n / 4), in);
        out[i] = v.x + v.y - v.z + v.w + dot(convert_float3(w & 15), (float3)(1, 2, 3)); })"},
    {"bytes", R"(kernel void k(global const int* in, global int* out, int n) {
        global const uchar4* p = (global const uchar4*)in; global uchar4* q = (global uchar4*)out;
        int i = get_global_id(0); uchar4 v = p[i]; if (v.x & 1) v = rotate(v, (uchar4)3);
        q[i] = as_uchar4(as_int(v.zyxw) + i); })"},
    {"elements_alike", R"(kernel void k(global const int* in, global int* out, int n) {
        global const uchar4* p = (global const uchar4*)in; global uchar4* q = (global uchar4*)out;
        int i = get_global_id(0); uchar4 u = p[n / 2];
        float4 v = convert_float4(p[i + 3]) * (float4)(1, 2, 3, 4) - convert_float4(u);
        q[i] = convert_uchar4_sat(v > 99.0f ? sqrt(fabs(v)) : v + 2.0f * convert_float4(p[i])); })"},
    {"elements_alike_masked", R"(kernel void k(global const int* in, global int* out, int n) {
        global const int2* p = (global const int2*)in; global int2* q = (global int2*)out;
        int i = get_global_id(0); if (i >= n / 2) return;
        int2 v = p[i], s = n;
        for (int j = 0; j < 5; ++j) { s ^= v * j; if (in[0] == j) s = v; }
        if (in[i] & 4) q[i] = s + (int2)(5, n); else q[i] = max(v, p[0]); })"},
    {"elements_summed_after", R"(kernel void k(global const int* in, global int* out, int n) {
        global const float4* p = (global const float4*)in; global float4* q = (global float4*)out;
        int i = get_global_id(0); float4 s = 0, t = 1;
        for (int j = i; j < n / 4; j += 37) { float4 v = exp(convert_float4(as_int4(p[j]) & 7)); s += v * (float)j; t = v; }
        float a = s.x + s.y * 2 + s.z * 3 + s.w * 4;
        if (i < n / 4) q[i] = t * a + (float4)(a, t.w, 3, n); })"},
    {"elements_in_two_orders", R"(kernel void k(global const int* in, global int* out, int n) {
        global const short2* p = (global const short2*)in; global short2* q = (global short2*)out;
        int i = get_global_id(0); short2 v = p[i], w = v;
        for (int j = 0; j < 6; ++j) {
            w = in[i] & 1 << j ? w + v : w.yx - p[i + j];
            if (w.x > 9000) w = min(w, (short2)(j, i)); }
        q[i] = i & 1 ? w * v : w; q[i + n] = p[i].yx + w; })"},
    {"shorts", R"(kernel void k(global const int* in, global int* out, int n) {
        global const short* p = (global const short*)in; global short* q = (global short*)out;
        int i = get_global_id(0); if (p[i] > 100) q[i] = p[i] - 1; q[i + n] = p[n - i]; })"},
    {"private_arrays", R"(kernel void k(global const int* in, global int* out, int n) {
        int i = get_global_id(0), a[16], b[8] = {1, 2, 3, 4, 5, 6, 7, 8};
        for (int j = 0; j < 16; ++j) a[j] = in[(i + j) % n];
        for (int j = 0; j < 15; ++j) if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
        out[i] = a[15] + a[in[i] & 15] + b[i & 7]; })"},
    {"reversed_and_strided", R"(kernel void k(global const int* in, global int* out, int n) {
        int i = get_global_id(0);
        int x = in[n - 1 - i]; if (2 * i + 1 < n) x += in[2 * i] * in[2 * i + 1];
        if (3 * i < n) x ^= in[3 * i]; out[i] = x; })"},
    {"columns", R"(kernel void k(global const int* in, global int* out, int n) {
        int i = get_global_id(0), x = 0;
        if (i < n / 9) x = in[9 * i] + ((global const short*)in)[2 * n - 1 - 17 * i];
        if (i < n / 19) x ^= in[n - 1 - 19 * i] * ((global const uchar*)in)[33 * i];
        out[i] = x; })"},
    {"unsigned_wrap", R"(kernel void k(global const int* in, global int* out, int n) {
        uint i = get_global_id(0); uint j = i - 3u; out[i] = j < (uint)n ? in[j] : -1; })"},
    {"division", R"(kernel void k(global const int* in, global int* out, int n) {
        int i = get_global_id(0), d = in[i] & 3; long l = in[i];
        if (d != 0) out[i] = in[i] / d + i % d + (int)(l / d); })"},
    {"uniform_address", R"(kernel void k(global const int* in, global int* out, int n) {
        int i = get_global_id(0); out[i] = in[0] + in[n / 2];
        atomic_add(&out[n], in[i] & 7); atomic_max(&out[n + 1], in[i]);
        if (in[i] & 1) atomic_inc(&out[n + 2]);
        atomic_xor(&out[n + 3 + (in[i] & 3)], i); })"},
    {"sums_before", R"(#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
        kernel void k(global const int* in, global int* out, int n) {
        int i = get_global_id(0), x = in[i];
        local int total;
        if (get_local_id(0) == 0) total = 3;
        barrier(CLK_LOCAL_MEM_FENCE);
        int y = atomic_add(&out[2 * n], x) ^ atomic_sub(&total, x & 63);
        if (x & 4) y -= (int)(atom_add((global long*)&out[2 * n + 2], (long)x << 30) >> 9);
        if (x & 8) y ^= atomic_sub(&out[2 * n + 4], x);
        out[i] = y; out[n + i] = atomic_sub(&out[2 * n + 5], 5); })"},
    {"switch_and_loops", R"(kernel void k(global const int* in, global int* out, int n) {
        int i = get_global_id(0), s = 0;
        for (int r = 0; r < 8; ++r) {
            switch ((in[i] >> r) & 3) { case 0: s += r; break; case 1: s *= 3; if (s > 500) continue;
            case 2: s -= i; break; default: for (int q = 0; q < (i & 3); ++q) s += q; }
            if (s < -1000) break; s ^= r; }
        out[i] = s; })"},
    {"floats", R"(kernel void k(global const int* in, global int* out, int n) {
        int i = get_global_id(0); float x = in[i] * 0.001f; double d = x;
        out[i] = as_int(fma(x, x, sqrt(fabs(x)))) ^ (int)(d * 100.0) ^ as_int(fmin(floor(x), 4.0f)); })"},
    {"local_and_barrier", R"(kernel void k(global const int* in, global int* out, int n) {
        local int t[64]; int l = get_local_id(0), i = get_global_id(0);
        t[l] = in[i]; barrier(CLK_LOCAL_MEM_FENCE);
        for (int s = 1; s < (int)get_local_size(0); s *= 2) {
            int v = l >= s ? t[l - s] : 0; barrier(CLK_LOCAL_MEM_FENCE);
            t[l] += v; barrier(CLK_LOCAL_MEM_FENCE); }
        out[i] = t[l]; })"},
    {"dynamic_element", R"(kernel void k(global const int* in, global int* out, int n) {
        int i = get_global_id(0); int4 v = (int4)(in[i], i, 3, 4); int* p = (int*)&v;
        p[i & 3] = 9; out[i] = p[in[i] & 3] + v.y; })"},
    {"structs", R"(struct S { int a; short b; char c; };
        kernel void k(global const int* in, global int* out, int n) {
        int i = get_global_id(0); global const struct S* p = (global const struct S*)in;
        struct S s = p[i / 2]; struct S t = s; if (s.b > 0) t.a = s.c; out[i] = t.a + t.b; })"},
    {"masked_indices", R"(struct S { float v[4]; uint u[2]; short w[4]; };
        kernel void k(global const int* in, global int* out, int n) {
        uint i = (uint)((get_global_id(2) - get_global_offset(2)) * get_global_size(1) + get_global_id(1) -
            get_global_offset(1)) * (uint)get_global_size(0) + (uint)(get_global_id(0) - get_global_offset(0));
        struct S s;
        s.v[0] = 1; s.v[1] = 2; s.v[2] = 3; s.v[3] = 4; s.u[0] = 1; s.u[1] = 2;
        s.w[0] = 1; s.w[1] = 2; s.w[2] = 3; s.w[3] = 4;
        int x = convert_int_sat(s.v[in[255 - (int)i] & 3u]);
        out[(n - 1u - i) * 2u] = x; })"},
    {"copied_in", R"(struct S { int v[21]; };
        kernel void k(global const int* in, global int* out, int n) {
        int i = get_global_id(0); struct S s = ((global const struct S*)in)[i % 11];
        for (int j = 0; j < 9; ++j) s.v[in[i + j] & 15] += s.v[j * 2];
        out[i] = s.v[in[i] & 7] ^ s.v[20]; })"},
    {"copied_out", R"(struct S { int v[18]; };
        kernel void k(global const int* in, global int* out, int n) {
        int i = get_global_id(0); struct S s;
        for (int j = 0; j < 18; ++j) s.v[j] = j;
        for (int j = 0; j < 5; ++j) s.v[in[i + j] & 15] |= i << (j & 3);
        if (i % 16 == 3) ((global struct S*)out)[i / 16] = s; })"},
    {"old_values", R"(kernel void k(global const int* in, global int* out, int n) {
        int i = get_global_id(0), v = 1; out[i] = i + 3;
        if (in[i] & 1) { v = out[i]; out[i] = 5; }
        out[i + n] = v; })"},
    {"copied_doubles", R"(struct S { double v[6]; };
        kernel void k(global const int* in, global int* out, int n) {
        int i = get_global_id(0); struct S s;
        for (int j = 0; j < 6; ++j) s.v[j] = i + j;
        s.v[in[i] & 3] = in[i];
        if (i % 8 == 5) ((global struct S*)out)[i / 8] = s; })"},
};

constexpr int items = 61 * 4;

std::vector<std::int32_t> run_lanes(const LaneKernel& kernel, std::uint32_t lanes, const char* limit,
                                    std::uint64_t local, std::string& summary) {
    std::vector<std::int32_t> in(items + 64), out(2 * items + 64, -7);
    std::uint32_t state = 12345;
    for (std::int32_t& value : in) {
        state = state * 1664525 + 1013904223;
        value = static_cast<std::int32_t>(state) >> 12;
    }
    ArgumentBlock arguments;
    arguments.add<const std::int32_t*>(in.data()).add(out.data()).add(items);
    NDRange range;
    range.global_size[0] = items;
    range.local_size[0] = local;
    RunOptions options;
    options.vector_width = lanes;
    options.target_limit = limit;
    options.summary = &summary;
    run_kernel(kernel.source, "k", range, arguments, options);
    return out;
}

using LanesParameter = std::tuple<LaneKernel, const char*, std::uint32_t>;
class Lanes : public testing::TestWithParam<LanesParameter> {};

TEST_P(Lanes, SameAsOneLane) {
    const auto& [kernel, limit, lanes] = GetParam();
    for (const std::uint64_t local : {1, 4, 61}) {
        std::string summary;
        const auto expected = run_lanes(kernel, 1, limit, local, summary);
        EXPECT_EQ(run_lanes(kernel, lanes, limit, local, summary), expected) << "local size " << local;
        EXPECT_EQ(summary, "kernel 'k': " + std::to_string(lanes) + " lanes");
    }
}

std::string name_of(const testing::TestParamInfo<LanesParameter>& info) {
    return std::string(std::get<0>(info.param).name) + "_" + std::get<1>(info.param) + "_" +
           std::to_string(std::get<2>(info.param));
}

INSTANTIATE_TEST_SUITE_P(All, Lanes,
                         testing::Combine(testing::ValuesIn(lane_kernels), testing::Values("avx512", "avx2"),
                                          testing::Values(16)),
                         name_of);
INSTANTIATE_TEST_SUITE_P(MoreSse, Lanes,
                         testing::Combine(testing::ValuesIn(lane_kernels), testing::Values("sse2"),
                                          testing::Values(16)),
                         name_of);
INSTANTIATE_TEST_SUITE_P(More, Lanes,
                         testing::Combine(testing::ValuesIn(lane_kernels), testing::Values("avx512", "avx2", "sse2"),
                                          testing::Values(8, 32)),
                         name_of);

}  // namespace
}  // namespace lanewise::test
