// Tests plans of kernels whose work-groups compute a result together, with barriers between steps.
#include <gtest/gtest.h>

#include <string>

#include "run_kernel.h"

namespace lanewise::test {
namespace {

std::string summary_of(const std::string& source) { return test::summary_of(source, target_of_512_bits()); }

// The loops that fill the local arrays run along rows of the matrices. The inner loops that use the arrays are
// unrolled.
TEST(GroupPlan, TilesOfProductsAreNotSteppedThroughOneByOne) {
    const std::string summary = summary_of(
        "kernel __attribute__((reqd_work_group_size(8, 8, 1))) void k(int m, int n, int p, global const float* a,"
        " global const float* b, global float* c) { local float as[16][32], bs[16][32];"
        " int tx = get_local_id(0), ty = get_local_id(1), t = ty * 8 + tx;"
        " int row0 = get_group_id(1) * 32, col0 = get_group_id(0) * 32; float4 sum[4] = {0, 0, 0, 0};"
        " for (int k0 = 0; k0 < p; k0 += 16) {"
        "  for (int e = t; e < 512; e += 64) as[e % 16][e / 16] = a[(row0 + e / 16) * p + k0 + e % 16];"
        "  for (int e = t; e < 512; e += 64) bs[e / 32][e % 32] = b[(k0 + e / 32) * n + col0 + e % 32];"
        "  barrier(CLK_LOCAL_MEM_FENCE);"
        "  for (int q = 0; q < 16; ++q) { float4 v = vload4(tx, bs[q]);"
        "   for (int i = 0; i < 4; ++i) sum[i] += as[q][ty * 4 + i] * v; }"
        "  barrier(CLK_LOCAL_MEM_FENCE); }"
        " for (int i = 0; i < 4; ++i) vstore4(sum[i], 0, c + (row0 + ty * 4 + i) * n + col0 + tx * 4); }");
    EXPECT_EQ(summary, "kernel 'k': 8 lanes");
}

// The number of rows that a chunk function computes together must divide the number of rows of the group. Ten rows run
// as five pairs, and sixteen rows as two blocks of eight.
TEST(GroupPlan, RowsDivideGroups) {
    const auto product = [](const std::string& rows) {
        return summary_of("kernel __attribute__((reqd_work_group_size(16, " + rows +
                          ", 1))) void k(int n, global const double* u, global double* out) {"
                          " local double d[16 * 16], f[16 * 16]; int x = get_local_id(0), y = get_local_id(1);"
                          " for (int q = 0; q <= n; ++q) { barrier(CLK_LOCAL_MEM_FENCE);"
                          " d[16 * y + x] = u[q * 256 + 16 * y + x]; f[16 * x + y] = u[16 * x + y + q];"
                          " barrier(CLK_LOCAL_MEM_FENCE); double sum = 0;"
                          " for (int j = 0; j < n; ++j) sum += d[16 * y + j] * f[16 * x + j];"
                          " out[q * 256 + 16 * y + x] = sum; } }");
    };
    EXPECT_EQ(product("10"), "kernel 'k': 8 lanes, 2 rows");
    EXPECT_EQ(product("16"), "kernel 'k': 8 lanes, 8 rows");
}

}  // namespace
}  // namespace lanewise::test
