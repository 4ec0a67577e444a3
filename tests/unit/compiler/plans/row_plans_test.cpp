// Tests which kernels run rows together, and how many rows.
#include <gtest/gtest.h>

#include <string>

#include "run_kernel.h"

namespace lanewise::test {
namespace {

// The work-items of adjacent pixels leave the loop after about the same number of iterations, so that rows can run
// together. If each iteration has a load, rows do not run together.
TEST(RowPlan, WhatIsComputedTillLanesEndGoesByPartsOfRows) {
    const auto escape = [](const std::string& step) {
        return summary_of(
            "kernel void k(global const float* in, global int* out, int w) {"
            " int x = get_global_id(0), y = get_global_id(1), n = 0; float a = x * .01f, b = y * .01f;"
            " while (a * a + b * b < 4 && n < 100) { float t = a * a - b * b + .3f; b = 2 * a * b + .5f;"
            " a = t" +
            step + "; ++n; } out[y * w + x] = n; }");
    };
    EXPECT_NE(escape("").find(", 2 rows"), std::string::npos);
    EXPECT_EQ(escape(" + in[(y * w + x) * 100 + n]").find("rows"), std::string::npos);
}

// Offsets and weights become constants when the loop is unrolled, so that rows have no work in common. If weights are
// loaded, rows that run together load them only once.
TEST(RowPlan, StencilsWithKnownWeightsGoByOneRow) {
    const auto stencil = [](const std::string& weight) {
        return summary_of(
            "kernel void k(global const float* a, global float* b, constant float* weights, int w) {"
            " int x = get_global_id(0), y = get_global_id(1); if (x < 3 || x >= w - 3) return; float s = 0;"
            " for (int k = -3; k <= 3; k++) s += a[y * w + x + k] * " +
            weight + "; b[y * w + x] = s; }");
    };
    EXPECT_EQ(stencil("(k * k + 1)").find("rows"), std::string::npos);
    EXPECT_NE(stencil("weights[k * k + y]").find(", 2 rows"), std::string::npos);
}

TEST(RowPlan, RowsShareTheFunctionsOfTheirColumns) {
    const auto turned = [](const std::string& angle) {
        return summary_of(
            "kernel void k(global float2* p, int w) { int x = get_global_id(0), y = get_global_id(1);"
            " float2 v = p[y * w + x]; float s = " +
            angle +
            ";"
            " p[y * w + x] = (float2)(v.x * s - v.y, v.y * s + v.x); }");
    };
    EXPECT_NE(turned("pow(10000.0f, x / (float)w)").find(", 2 rows"), std::string::npos);
    EXPECT_EQ(turned("pow(10000.0f, (x + y) / (float)w)").find("rows"), std::string::npos);
}

// Each row loads its own elements and the elements of the next row, so that adjacent rows load the same elements. Rows
// that run together load each of these elements only once.
TEST(RowPlan, StencilsWithoutEndsGoByTwoRows) {
    const auto stencil = [](const std::string& sum) {
        return summary_of(
            "kernel void k(global const float* a, global float* b, int w) {"
            " int x = get_global_id(0) + 1, y = get_global_id(1) + 1, i = y * w + x; b[i] = " +
                sum + "; }",
            target_of_512_bits());
    };
    const std::string two = "kernel 'k': 32 lanes, 2 rows", one = "kernel 'k': 64 lanes";
    EXPECT_EQ(stencil("a[i] + a[i - 1] + a[i + 1] + a[i - w] + a[i + w]"), two);
    EXPECT_EQ(stencil("a[(y - 1) * w + x] + a[y * w + x] + a[(y + 1) * w + x]"), two);
    // Rows do not run together if they load no element in common, or if the work per work-item is large. It does not
    // matter whether several lanes of one row load the same element.
    EXPECT_EQ(stencil("a[i + w] - a[i - w] + a[i + 1] - a[i - 1]"), one);
    EXPECT_EQ(stencil("a[i - 1] + a[i] + a[i + 1]"), one);
    EXPECT_EQ(stencil("(a[i] + a[i + w]) * a[i] * 3 * (a[i] - a[i + w] * 2) * (a[i + w] * a[i] - 1) / (a[i] + 3)"),
              one);
}

}  // namespace
}  // namespace lanewise::test
