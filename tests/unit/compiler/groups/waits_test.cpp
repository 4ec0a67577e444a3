// Checks whether the compiler finds kernels whose sub-groups may wait for each other (src/compiler/prepare/waits). Runs
// such kernels with all numbers of lanes and on all CPU levels.
#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "compiler/compiler_impl.h"
#include "device/machine/cpu/cpu_features.h"
#include "run_kernel.h"

namespace lanewise::test {
namespace {

/// Returns the facts of a kernel that consists of `start` and `body`. By default, `start` uses sub-groups.
KernelCode facts_of(const std::string& body, const std::string& start = "d[5] = sub_group_any(n);") {
    const std::string source =
        "kernel void k(volatile global int* p, global atomic_int* q, int n, local volatile int* l, global int* d) {" +
        start + body + "}\n";
    const auto program = compiler::compiler_instance().build(source, "-cl-std=CL3.0");
    EXPECT_EQ(program.status, compiler::Status::success) << program.log;
    return compiler::compiler_instance().compile_kernel(program.ir, "k", {device::host_target()}).code;
}

TEST(Waits, LoopsThatMayWait) {
    for (const char* body : {
             "while (*p == 0) ;",
             "while (l[1] != n) ;",
             "do mem_fence(CLK_GLOBAL_MEM_FENCE); while (d[3] == 0);",
             "while (atomic_load(q) != n) ;",
             "while (atomic_load_explicit(q, memory_order_relaxed, memory_scope_work_group) < n) ;",
             "while (atomic_cmpxchg(p, 0, 1) != 0) ;",
             "while (atomic_xchg(p, 1) == 1) ;",
             "while (atomic_add(p, 0) == 0) ;",
             "while (atomic_or(p, 0) == 0) ;",
             "int free = 0; while (!atomic_compare_exchange_strong(q, &free, 1)) free = 0;",
             "while (atomic_inc(p) != 0) atomic_dec(p);",
             "int done = 0; while (!done) { if (atomic_cmpxchg(p, 0, 1) == 0) { ++d[0]; *p = 0; done = 1; } }",
             "for (;;) { if (atomic_load(q) > 5 && n > 3) break; }",
             "for (;;) { int i = 0; if (*p) { if (i > n) return; ++i; } }",
             "int old; do { old = *p; } while ((old & 1) || atomic_cmpxchg(p, old, old | 1) != old);",
             "for (int i = 0; i < n && *p == 0; ++i) d[i] = 0;",
             "int i = 0; again: if (*p == 0 && i++ < n) goto again;",
             "int next; switch (n) { case 1: do { next = *p; case 2: d[1] = 1; } while (next != 0); }",
             "do { barrier(CLK_LOCAL_MEM_FENCE); if (get_local_id(0) == 0) l[0] = atomic_load(q);"
             " barrier(CLK_LOCAL_MEM_FENCE); d[1] = l[0]; } while (d[1] == 0);",
             "while (atomic_flag_test_and_set((global atomic_flag*)q)) ;",
         })
        EXPECT_TRUE(facts_of(body).waits) << body;
}

TEST(Waits, KernelsWithoutSubGroupsAreLeftAsTheyAre) {
    EXPECT_FALSE(facts_of("while (*p == 0) ;", "").waits);
    EXPECT_TRUE(facts_of("while (*p == 0) ;", "intel_device_barrier(CLK_GLOBAL_MEM_FENCE);").waits);
}

// Each function of a call tree is examined once, not once for each path to the function.
TEST(Waits, TreesOfCallsAreExaminedInTime) {
    std::string source = "__attribute__((noinline)) int f0(int x) { return x * 3; }\n";
    for (int i = 1; i <= 40; ++i) {
        const std::string below = "f" + std::to_string(i - 1);
        source += "__attribute__((noinline)) int f" + std::to_string(i) + "(int x) { return " + below + "(x) + " +
                  below + "(x ^ 1); }\n";
    }
    source += "kernel void k(global int* d) { if (sub_group_any(d[0])) d[1] = f40(d[2]); }";
    const auto program = compiler::compiler_instance().build(source, "-cl-std=CL3.0");
    ASSERT_EQ(program.status, compiler::Status::success) << program.log;
    EXPECT_FALSE(compiler::compiler_instance().compile_kernel(program.ir, "k", {device::host_target()}).code.waits);
}

TEST(Waits, LoopsThatEndAlone) {
    for (const char* body : {
             "for (int i = 0; i < n; ++i) atomic_add(p + i, d[i]);",
             "for (int i = 0; i < n; ++i) d[i] = atomic_inc(p);",
             "int old, was = *p; do { old = was; was = atomic_cmpxchg(p, old, old * 3); } while (was != old);",
             "int old; do { old = *p; } while (atomic_cmpxchg(p, old, old + n) != old);",
             "int was = atomic_load(q); while (!atomic_compare_exchange_weak(q, &was, was * n)) ;",
             "int was = atomic_load(q); while (was < n && !atomic_compare_exchange_strong(q, &was, n)) ;",
             "union { float f; int i; } a, b; do { a.i = *p; b.f = a.f + n; }"
             " while (atomic_cmpxchg(p, a.i, b.i) != a.i);",
             "int i; while ((i = atomic_inc(p)) < n) d[i] = i;",
             "for (int i = 0; i < n && !p[i]; ++i) d[i] = 0;",
             "for (int i = 0; i < 100 && *p == 0; ++i) d[i] = 0;",
             "for (int i = 0; i < n; ++i) { l[i] = d[i]; barrier(CLK_LOCAL_MEM_FENCE); d[i] = l[n - i]; }",
             "while (n > 0 && d[n] != 7) --n;",
             "do { work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device); } while (d[3] == n++);",
             "d[0] = work_group_scan_inclusive_add(n) + work_group_reduce_max(d[1]);",
             "d[0] = *p + atomic_load(q) + atomic_cmpxchg(p, 1, 2);",
         })
        EXPECT_FALSE(facts_of(body).waits) << body;
}

constexpr const char* ring =
    "kernel void k(global int* data, int rounds) {"
    "  local atomic_int turn; local int t[200]; int lid = get_local_linear_id(), n = get_local_size(0) * "
    "get_local_size(1);"
    "  int me = get_sub_group_id(), all = get_num_sub_groups(), x = lid * 3; long wide = lid; float f = lid * 0.25f;"
    "  if (lid == 0) atomic_store(&turn, 0);"
    "  for (int round = 0; round < rounds; ++round) {"
    "    t[lid] = x; barrier(CLK_LOCAL_MEM_FENCE);"
    "    while (atomic_load(&turn) != round * all + all - 1 - me) ;"
    "    x = t[(lid + 1) % n] + (lid % 3 == 0 ? round : (int)f);"
    "    wide += x;"
    "    sub_group_barrier(CLK_LOCAL_MEM_FENCE);"
    "    if (get_sub_group_local_id() == 0) atomic_fetch_add(&turn, 1);"
    "    barrier(CLK_LOCAL_MEM_FENCE); }"
    "  data[get_group_id(1) * get_num_groups(0) * n + get_group_id(0) * n + lid] = x + (int)(wide & 1023); }";

std::vector<std::int32_t> expected_ring(unsigned groups, unsigned n, int rounds) {
    std::vector<std::int32_t> x(n), t, result;
    std::vector<std::int64_t> wide(n);
    for (unsigned lid = 0; lid < n; ++lid) x[lid] = static_cast<std::int32_t>(3 * lid);
    std::iota(wide.begin(), wide.end(), 0);
    for (int round = 0; round < rounds; ++round) {
        t = x;
        for (unsigned lid = 0; lid < n; ++lid) {
            x[lid] = t[(lid + 1) % n] + (lid % 3 == 0 ? round : static_cast<int>(lid / 4));
            wide[lid] += x[lid];
        }
    }
    for (unsigned lid = 0; lid < n; ++lid) x[lid] += static_cast<std::int32_t>(wide[lid] & 1023);
    for (unsigned group = 0; group < groups; ++group) result.insert(result.end(), x.begin(), x.end());
    return result;
}

TEST(Waits, AllWidthsAndLevels) {
    for (const char* level : {"sse2", "sse4.2", "avx", "avx2", "avx512"})
        for (const std::uint32_t width : {0u, 1u, 8u, 16u, 32u, 64u}) {
            if (!device::lower_target(device::host_target(), level)) continue;
            NDRange range = line(3 * 100, 100);
            std::vector<std::int32_t> data(300);
            std::int32_t* const place = data.data();
            RunOptions options;
            options.build_options = "-cl-std=CL3.0";
            options.vector_width = width;
            options.target_limit = level;
            run_kernel(ring, "k", range, ArgumentBlock().add(place).add(std::int32_t{7}), options);
            ASSERT_EQ(data, expected_ring(3, 100, 7)) << level << " " << width;
            // The length of a work-group's rows is here no multiple of the sub-group size.
            range.work_dim = 2;
            range.global_size = {36, 15, 1};
            range.local_size = {18, 5, 1};
            data.assign(540, 0);
            std::int32_t* const second = data.data();
            run_kernel(ring, "k", range, ArgumentBlock().add(second).add(std::int32_t{4}), options);
            ASSERT_EQ(data, expected_ring(6, 90, 4)) << level << " " << width;
        }
}

}  // namespace
}  // namespace lanewise::test
