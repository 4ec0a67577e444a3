// Tests volatile variables. Kernels with volatile variables must have the same results as kernels with ordinary
// variables, with one lane and with many lanes. The tests in tests/passes check that the code makes all accesses of the
// source.
#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <tuple>
#include <vector>

#include "run_kernel.h"
#include "test_names.h"

namespace lanewise::test {
namespace {

struct Way {
    std::uint32_t lanes;
    std::string features;  // as in LANEWISE_CPU_FEATURES
};

class VolatileVariables : public testing::TestWithParam<std::tuple<const char*, std::uint32_t>> {};

std::vector<int> run(const std::string& body, const Way& way) {
    constexpr int items = 83;
    std::vector<int> out(items, -1);
    const std::string source =
        "int taken(volatile int* p, int k) { *p += k; return *p; }"
        "kernel void k(global int* o, int n) { int i = get_global_id(0); local int shared[128]; " +
        body + " }";
    NDRange range;
    range.global_size[0] = items;
    range.local_size[0] = items;
    RunOptions options;
    options.vector_width = way.lanes;
    options.target_limit = way.features;
    options.build_options = "-cl-std=CL3.0";
    run_kernel(source, "k", range, ArgumentBlock().add(out.data()).add(13), options);
    return out;
}

constexpr const char* bodies[] = {
    "volatile int a = i; for (int k = 0; k < n; k++) a += k; o[i] = a;",
    "volatile int a = i; for (int k = 0; k < n - i % 5; k++) a += k; o[i] = a;",
    "volatile int a = i; for (int k = 0; k < n; k++) if ((k ^ i) & 1) a += k; o[i] = a;",
    "volatile int a[8]; for (int k = 0; k < 8; k++) a[k] = k * i; for (int k = 0; k < n; k++) a[k & 7] += k; o[i] = "
    "a[3];",
    "volatile int a[8]; for (int k = 0; k < 8; k++) a[k] = k * i; for (int k = 0; k < n; k++) a[(k + i) & 7] += k;"
    " o[i] = a[i & 7] + a[2];",
    "volatile struct { int x; short y; float z; } s; s.x = i; s.y = 1; s.z = 2; for (int k = 0; k < n; k++)"
    " { s.x += k; s.y += 3; s.z += 1.0f; } o[i] = s.x + s.y + (int)s.z;",
    "struct { volatile int x; int y; } s; s.x = i; s.y = 1; for (int k = 0; k < n; k++) { s.x += k; s.y *= 3; }"
    " o[i] = s.x + s.y;",
    "volatile int4 v = (int4)(i, 1, 2, 3); for (int k = 0; k < n; k++) if (k != i) v += (int4)(k); o[i] = v.x + v.w;",
    "volatile char3 v[4]; for (int k = 0; k < 4; k++) v[k] = (char3)(i + k); for (int k = 0; k < n; k++) v[k & 3] += "
    "v[i & 3];"
    " o[i] = v[1].y;",
    "volatile double v = i; for (int k = 0; k < n; k++) v += k; o[i] = (int)v;",
    "volatile half v = i; for (int k = 0; k < n; k++) v += k; o[i] = (int)v;",
    "volatile long v = i; for (int k = 0; k < n; k++) v = v * 3 + k; o[i] = (int)(v >> 7);",
    "volatile bool v = i & 1; for (int k = 0; k < n; k++) v = !v; o[i] = v;",
    "volatile int limit = n; int s = 0; for (int k = 0; k < limit; k++) s += k * i; o[i] = s;",
    "int a = i; volatile int* p = &a; for (int k = 0; k < n; k++) *p += k; o[i] = a;",
    "int a = i, b = 0; int* volatile p = &a; for (int k = 0; k < n; k++) { *p += k; p = k & 1 ? &a : &b; } o[i] = a + "
    "b;",
    "volatile int a = i; int s = 0; for (int k = 0; k < n; k++) s ^= taken(&a, k); o[i] = s;",
    "volatile int a = i; for (int k = 0; k < n; k++) { a += k; shared[i] = a; barrier(CLK_LOCAL_MEM_FENCE);"
    " a += shared[(i + 1) % 83]; barrier(CLK_LOCAL_MEM_FENCE); } o[i] = a;",
    "volatile global int* p = o + i; *p = i; for (int k = 0; k < n; k++) *p += k;",
    "volatile local int* p = shared + i; *p = i; for (int k = 0; k < n; k++) *p += k; o[i] = *p;",
    "volatile local int* p = shared + i; for (int k = 0; k < n - i % 5; k++) { *p = k; *p += i; } o[i] = *p;",
    "volatile local int* p = shared + i; *p = i; if (i % 3) *p = 7; barrier(CLK_LOCAL_MEM_FENCE);"
    " o[i] = p[i == 82 ? -82 : 1];",
    "volatile int a[2] = {i, 2}; a[1] = a[0]; a[0] = a[1] + a[1]; if (i > 40) { a[0] = 7; return; } o[i] = a[0] + "
    "a[1];",
};

TEST_P(VolatileVariables, HoldWhatPlainOnesHold) {
    const auto [features, lanes] = GetParam();
    const Way way{lanes, features};
    for (const std::string body : bodies) {
        const std::string plain = std::regex_replace(body, std::regex("volatile "), "");
        EXPECT_EQ(run(body, way), run(plain, {1, way.features})) << body;
    }
}

// Counters without atomics, as in programs from the time before OpenCL had atomics. A work-item repeats its write if it
// reads back a value that differs from the written value.
constexpr const char* counts[] = {
    "uint t; do { t = (h[b] & low) + 1 | tag; h[b] = t; } while (h[b] != t);",
    "uint t, u; do { u = h[b]; t = tag | ((u & low) + 1); h[b] = t; u = h[b] ^ t; } while (u);",
    "uint t, u; do { t = (h[b] & low) + 1 | tag; h[b] = t; u = h[b] - t; } while (u != 0);",
    "do { h[b] = (h[b] & low) + 1 | tag; } while ((h[b] & ~low) != tag);",
    "do { h[b] = (h[b] & low) + 1 | tag; } while (h[b] >> 24 != tag >> 24);",
    "uint t; for (;;) { t = (h[b] & low) + 1 | tag; h[b] = t; if (h[b] == t) break; }",
};

TEST_P(VolatileVariables, TellWhoWroteLast) {
    const auto [features, lanes] = GetParam();
    for (const std::string count : counts) {
        constexpr int items = 64, bins = 5, rounds = 7;
        std::vector<unsigned> found(bins, ~0U), expected(bins, 0);
        for (int i = 0; i < items; ++i)
            for (int k = 0; k < rounds; ++k) ++expected[static_cast<unsigned>((i * 7 + k * 3) % 11 % bins)];
        NDRange range;
        range.global_size[0] = items;
        range.local_size[0] = items;
        RunOptions options;
        options.vector_width = lanes;
        options.target_limit = features;
        run_kernel(
            "kernel void k(global uint* o, int n) { local volatile uint h[8]; int l = get_local_id(0);"
            " const uint low = 0xffffff, tag = (uint)(l + 1) << 24; if (l < 8) h[l] = 0;"
            " barrier(CLK_LOCAL_MEM_FENCE);"
            " for (int k = 0; k < n; k++) { int b = (l * 7 + k * 3) % 11 % 5; " +
                count + " } barrier(CLK_LOCAL_MEM_FENCE); if (l < 5) o[l] = h[l] & low; }",
            "k", range, ArgumentBlock().add(found.data()).add(rounds), options);
        EXPECT_EQ(found, expected) << count;
    }
}

INSTANTIATE_TEST_SUITE_P(Ways, VolatileVariables, testing::Combine(testing::Values("", "avx2"), testing::Values(1, 16)),
                         NamedByValues());
INSTANTIATE_TEST_SUITE_P(MoreWays, VolatileVariables,
                         testing::Combine(testing::Values("", "avx2", "sse4.2"), testing::Values(0, 8, 32)),
                         NamedByValues());
INSTANTIATE_TEST_SUITE_P(MoreCpus, VolatileVariables,
                         testing::Combine(testing::Values("sse4.2"), testing::Values(1, 16)), NamedByValues());

}  // namespace
}  // namespace lanewise::test
