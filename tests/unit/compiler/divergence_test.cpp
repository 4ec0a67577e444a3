// Tests kernels whose work-items diverge, with every number of lanes. The results must equal the results of work-items
// that run one at a time.
#include <gtest/gtest.h>

#include <vector>

#include "run_kernel.h"

namespace lanewise::test {
namespace {

constexpr std::size_t count = 131;  // no multiple of any lane count
constexpr std::size_t size = count + 64;

std::vector<std::int32_t> run(const char* source, std::uint32_t width, std::uint64_t local) {
    std::vector<std::int32_t> out(size, -1), in(size);
    for (std::size_t i = 0; i < size; ++i) in[i] = static_cast<std::int32_t>((i * 2654435761u) >> 20);
    ArgumentBlock arguments;
    arguments.add(out.data()).add(in.data()).add(std::int32_t{100});
    NDRange range;
    range.global_size[0] = count;
    range.local_size[0] = local;
    RunOptions options;
    options.vector_width = width;
    options.build_options = "-cl-std=CL3.0";  // version 3.0 allows a smaller last work-group
    run_kernel(source, "k", range, arguments, options);
    return out;
}

struct Case {
    const char* name;
    const char* source;
};

class Divergence : public testing::TestWithParam<Case> {};

TEST_P(Divergence, SameAsOneWorkItem) {
    const auto expected = run(GetParam().source, 1, 48);
    for (const std::uint32_t width : {1u, 8u, 16u, 32u, 0u})
        for (const std::uint64_t local : {1u, 7u, 48u, 131u}) {
            if (std::string_view(GetParam().name) == "barriers" && local != 48) continue;
            const auto results = run(GetParam().source, width, local);
            for (std::size_t i = 0; i < size; ++i)
                ASSERT_EQ(results[i], expected[i]) << "item " << i << ", lanes " << width << ", local size " << local;
        }
}

const Case cases[] = {
    {"long_steps",
     "kernel void k(global int* out, global const int* in, int n) { int i = get_global_id(0); int v = 1;"
     " short h = (short)(i * 3000); if (h >= (short)-16384) { v = in[i] * 3; if (v > 50) v /= 3; }"
     " uint u = 2600000000u - i * 130000000u, w = i * 300000000u; if (u < 950000000u) v += in[i] * 5;"
     " if ((int)w < n) v ^= 77; char c = (char)(i * 9); if (c < 20) v += in[i + 3]; out[i] = v; }"},
    {"constants_of_exits", R"(kernel void k(global int* out, global const int* in, int n) {
        int i = get_global_id(0), last = 7, s = 0;
        for (int j = 0; j < (in[4] & 15); ++j) if ((in[i] & 15) == j) { last = 2; break; }
        for (int j = 0; j < last; ++j) s = s * 3 % 1000 + in[j];
        out[i] = s; })"},
    {"guard", R"(kernel void k(global int* out, global int* in, int n) {
        int i = get_global_id(0);
        if (i >= n) return;
        out[i] = in[i] * 2; })"},
    {"while_break_continue", R"(kernel void k(global int* out, global int* in, int n) {
        int i = get_global_id(0), s = 0; uint x = in[i];
        for (int j = 0; j < n; ++j) {
            if ((x & 7) == 3) { s += 1000; break; }
            x = x * 5 + 1;
            if (x & 1) continue;
            s += x & 0xff;
            if (s > 3000) { out[i] = -s; return; }
        }
        out[i] = s; })"},
    {"nested_loops", R"(kernel void k(global int* out, global int* in, int n) {
        int i = get_global_id(0), s = 0;
        for (int a = 0; a < (in[i] & 7); ++a)
            for (int b = a; b < (i & 15); ++b) {
                if (((a * b) ^ i) % 11 == 4) goto done;
                s += a * b + 1;
                for (int c = 0; c < n / 25; ++c) s ^= c << (b & 3);
            }
        done: out[i] = s; })"},
    {"switch", R"(kernel void k(global int* out, global int* in, int n) {
        int i = get_global_id(0); uint x = in[i];
        for (int r = 0; r < 8; ++r)
            switch (x & 7) {
                case 0: x += 3; break;
                case 1: x ^= i;
                case 2: x *= 7; break;
                case 5: x -= in[(x & 63)]; break;
                case 6: out[i + 0] = x; return;
                default: x = (x >> 1) + r;
            }
        out[i] = x; })"},
    {"uniform_in_divergent", R"(kernel void k(global int* out, global int* in, int n) {
        int i = get_global_id(0), s = i;
        if (in[i] & 1) {
            if (n > 50) { for (int j = 0; j < n; ++j) s += in[j] ^ j; } else s = 7;
            if (in[i] & 2) s ^= 0x55;
        } else if (n < 50) s = in[0] / (in[i] & 4);
        out[i] = s; })"},
    {"private_array", R"(kernel void k(global int* out, global int* in, int n) {
        int i = get_global_id(0); int a[8];
        for (int j = 0; j < 8; ++j) a[j] = in[i] + j;
        for (int j = 0; j < (i & 7); ++j) a[(j * 3 + i) & 7] ^= a[j];
        uint s = 0;
        for (int j = 0; j < 8; ++j) s = s * 31 + a[j];
        out[i] = s; })"},
    {"small_types", R"(kernel void k(global int* out, global int* in, int n) {
        int i = get_global_id(0); uchar c = in[i]; short h = in[i] * 77; uint u = in[i];
        while (c & 0xf0) { c -= 13; h ^= c; u = u * 2654435761u + c; if (u < 1000u) break; }
        out[i] = c + h * 3 + (int)(u >> 7); })"},
    {"vectors", R"(kernel void k(global int* out, global int* in, int n) {
        int i = get_global_id(0); int4 v = (int4)(in[i], i, n, 3);
        if (v.x & 1) v = v.yzwx + 2; else v.s0 = v.w * 5;
        while (any(v > 900)) v >>= (int4)(1, 2, 1, 3);
        out[i] = v.x + v.y * 3 + v.z * 5 + v.w * 7; })"},
    {"barriers", R"(kernel void k(global int* out, global int* in, int n) {
        local int t[48]; int i = get_global_id(0), l = get_local_id(0), s = 0;
        int m = get_local_size(0);
        for (int r = 0; r < 3; ++r) {
            t[l] = in[i] + r;
            barrier(CLK_LOCAL_MEM_FENCE);
            if (t[(l + 1) % m] & 1) s += t[(l + 5) % m]; else for (int j = 0; j < (l & 3); ++j) s ^= t[j];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        out[i] = s; })"},
};

INSTANTIATE_TEST_SUITE_P(Kernels, Divergence, testing::ValuesIn(cases),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace lanewise::test
