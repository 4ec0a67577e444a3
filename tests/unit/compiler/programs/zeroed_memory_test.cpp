// Tests the options by which the runtime demands zeroed memory (src/compiler/link/zero_memory.h), with different
// numbers of lanes.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lanewise/memory_options.h"
#include "run_kernel.h"

namespace lanewise::test {
namespace {

void expect_values(const char* source, const std::string& options, std::int32_t factor) {
    constexpr std::uint64_t local = 20, items = 100;
    for (const char* more : {"", " -cl-std=CL3.0", " -cl-opt-disable", " -cl-std=CLC++"})
        for (const unsigned width : {0u, 1u, 8u, 16u}) {
            std::vector<std::int32_t> out(items, -1);
            RunOptions run;
            run.build_options = options + more;
            run.vector_width = width;
            run_kernel(source, "k", line(items, local), ArgumentBlock().add(out.data()), run);
            for (std::size_t i = 0; i < items; ++i)
                ASSERT_EQ(out[i], factor * static_cast<std::int32_t>(i)) << run.build_options << ' ' << width;
        }
}

TEST(ZeroedMemory, FillsPrivateVariables) {
    expect_values(R"(
        typedef struct { int a; short4 b; char c[9]; } Record;
        int unset(int i, int sum) { int once; float2 v[3]; if (i == 500) once = 5; return once + sum + (v[i % 3].y != 0); }
        kernel void k(global int* out) {
            int i = get_global_id(0), values[33], sum; Record r;
            for (int n = 0; n < 4; ++n) {
                int inner[5];
                sum += unset(i, n == 0 ? inner[i % 5] : 0) + values[(i + n) % 33];
                for (int m = 0; m < 5; ++m) inner[m] = m + n + 1;
                sum += inner[i % 5] - i % 5 - n - 1;
            }
            out[i] = i + sum + r.a + r.b.w + r.c[i % 9]; })",
                  std::string(zero_private_option), 1);
}

TEST(ZeroedMemory, FillsLocalVariables) {
    expect_values(R"(
        typedef struct { int a; long b[7]; } Record;
        kernel void k(global int* out) {
            local int tile[64]; local Record records[3]; local char one;
            const int me = get_local_id(0);
            int seen = one | records[me % 3].a | (int)records[2].b[me % 7];
            for (int i = me; i < 64; i += get_local_size(0)) seen |= tile[i];
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int i = me; i < 64; i += get_local_size(0)) tile[i] = 9;
            if (me == 0) { one = 1; records[0].a = 7; records[1].a = 6; records[2].b[3] = 5; }
            barrier(CLK_LOCAL_MEM_FENCE);
            out[get_global_id(0)] = seen ? -2 : 2 * get_global_id(0) + (tile[me] - 9) * one; })",
                  std::string(zero_local_option), 2);
}

// The compiler keeps the local variables of a work-group with one work-item in registers.
TEST(ZeroedMemory, FillsLocalVariablesOfSingleItems) {
    for (const unsigned width : {0u, 1u, 8u}) {
        std::vector<std::int32_t> out(40, -1);
        RunOptions run;
        run.build_options = zero_local_option;
        run.vector_width = width;
        run_kernel(R"(
            __attribute__((reqd_work_group_size(1, 1, 1))) kernel void k(global int* out) {
                local int values[10]; int i = get_global_id(0);
                values[i % 10] += i; int sum = 0; for (int n = 0; n < 10; ++n) sum += values[n];
                out[i] = sum; })",
                   "k", line(40, 1), ArgumentBlock().add(out.data()), run);
        for (int i = 0; i < 40; ++i) ASSERT_EQ(out[static_cast<std::size_t>(i)], i);
    }
}

}  // namespace
}  // namespace lanewise::test
