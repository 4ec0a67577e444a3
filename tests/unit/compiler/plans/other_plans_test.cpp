// Tests which plans auto-tuning may time in launches, in addition to the plan that the planner chose.
#include <gtest/gtest.h>

#include <string>

#include "compiler/compiler_impl.h"
#include "device/machine/cpu/cpu_features.h"
#include "lanewise/code_variant.h"
#include "run_kernel.h"

namespace lanewise::test {
namespace {

std::uint32_t other_plans_of(const char* source, const char* options, std::uint32_t lanes = 0, const char* limit = "") {
    const auto program = compiler::compiler_instance().build(source, options);
    EXPECT_EQ(program.status, compiler::Status::success) << program.log;
    const CompiledKernel kernel(program.ir, "k", lanes, limit);
    EXPECT_TRUE(kernel) << kernel.log();
    return kernel ? kernel.facts().other_plans : 0;
}

constexpr std::uint32_t rows = bit_of(CodeVariant::rows_of_8) | bit_of(CodeVariant::rows_of_16) |
                               bit_of(CodeVariant::rows_of_32) | bit_of(CodeVariant::rows_of_64);
constexpr std::uint32_t without_lanes = bit_of(CodeVariant::one_lane) | bit_of(CodeVariant::two_items);

// The compiler offers other numbers of lanes, unless another number of lanes could change the bits of the results.
TEST(OtherPlans, GiveTheSameBits) {
    const char* even =
        "kernel void k(global float* p, int n) { size_t i = get_global_id(0); float x = p[i];"
        " for (int j = 0; j < n; ++j) x = x * 0.7f + 0.1f; p[i] = x; }";
    EXPECT_NE(other_plans_of(even, ""), 0u);
    EXPECT_EQ(other_plans_of(even, "") & (rows | without_lanes), 0u);
    EXPECT_EQ(other_plans_of(even, "", 16), 0u);
    EXPECT_EQ(other_plans_of(even, "-cl-fast-relaxed-math"), 0u);
}

TEST(OtherPlans, OneLaneWhereLanesLeaveOneByOne) {
    const char* source =
        "kernel void k(global uint* p) { size_t i = get_global_id(0); uint n = p[i], d = 2;"
        " while (d * d <= n && n % d) ++d; p[i] = d; }";
    EXPECT_EQ(other_plans_of(source, "") & without_lanes, bit_of(CodeVariant::one_lane));
}

TEST(OtherPlans, OneAndTwoItemsOfStepsThatScatter) {
    const char* source =
        "kernel void k(global int* p, global const int* to) { size_t i = get_global_id(0); int t = to[i];"
        " if (p[t] < p[i]) p[t] = p[i] + 1; }";
    EXPECT_EQ(other_plans_of(source, "") & without_lanes, without_lanes);
}

TEST(OtherPlans, TwoItemsWhereLanesWriteRows) {
    const char* source =
        "kernel void k(global const float* a, global char* b) { int i = get_global_id(0); float most = 0;"
        " for (int j = 0; j < 32; ++j) most = fmax(most, fabs(a[i * 32 + j]));"
        " for (int j = 0; j < 32; ++j) b[i * 32 + j] = convert_char_rte(a[i * 32 + j] / most); }";
    EXPECT_EQ(other_plans_of(source, "") & without_lanes, bit_of(CodeVariant::two_items));
}

// The kernel is too large for the planner's analyses. Launches may nevertheless try as many lanes as there are 32-bit
// values in one register.
TEST(OtherPlans, LanesOfLargeKernelsOfWideVectors) {
    std::string steps;
    for (int i = 0; i < 120; ++i) steps += " v = (v << " + std::to_string(i % 7 + 1) + ") ^ v.s76543210 * (v >> 3);";
    const std::string source =
        "kernel void k(global uint8* p, int n) { size_t i = get_global_id(0); uint8 v = p[i];"
        " for (int j = 0; j < n; ++j) {" +
        steps + " } p[i] = v; }";
    const bool wide = device::host_target().vector_bits == 512;
    EXPECT_EQ(other_plans_of(source.c_str(), ""), bit_of(wide ? CodeVariant::lanes_16 : CodeVariant::lanes_8));
}

// On 512-bit registers, eight lanes of 64-bit values fill a register, and eight lanes of 32-bit values do not.
TEST(OtherPlans, EightLanesOfWorkIn64Bits) {
    if (device::host_target().vector_bits != 512) GTEST_SKIP() << "eight lanes of 32 bits fill a register";
    const auto source = [](const std::string& type) {
        return "kernel void k(global " + type + "* p) { size_t i = get_global_id(0); " + type +
               " x = p[i]; for (int j = 0; j < 24; ++j) x = (x << 3 | x >> 5) ^ (x + 7) * x; p[i] = x; }";
    };
    EXPECT_NE(other_plans_of(source("ulong").c_str(), "") & bit_of(CodeVariant::lanes_8), 0u);
    EXPECT_EQ(other_plans_of(source("uint").c_str(), "") & bit_of(CodeVariant::lanes_8), 0u);
}

// Launches may try 64 lanes with registers of 256 bits, where a value takes eight registers. With registers of 128
// bits, a value would take sixteen registers, so that launches must not try 64 lanes.
TEST(OtherPlans, SixtyFourLanesOfShortRegisters) {
    const char* source =
        "kernel void k(global float* p, uint n) { float a = get_local_id(0), b = a + 1, c = a + 2, d = a + 3;"
        " for (uint j = 0; j < n; ++j) { a = a * 0.5f + 0.25f; b = b * 0.5f + 0.25f; c = c * 0.5f + 0.25f;"
        " d = d * 0.5f + 0.25f; } p[get_local_id(0)] = a + b + c + d; }";
    EXPECT_NE(other_plans_of(source, "", 0, "avx2") & bit_of(CodeVariant::lanes_64), 0u);
    EXPECT_EQ(other_plans_of(source, "", 0, "sse2") & bit_of(CodeVariant::lanes_64), 0u);
}

// In the first two kernels, the trip count of the loop depends on each work-item's data, and code with lanes would need
// gathers. Only a trial can show whether code with lanes is faster than code of one lane.
TEST(OtherPlans, OneLaneWhereLanesGather) {
    const char* gathering =
        "kernel void k(global int* p, global const int* next) { int i = get_global_id(0), s = 0;"
        " for (int at = i; at != 0; at = next[at]) s += at; p[i] = s; }";
    EXPECT_EQ(other_plans_of(gathering, "") & without_lanes, bit_of(CodeVariant::one_lane));
    const char* looked_up =
        "kernel void k(global float* p, global const float* table) {"
        " size_t i = get_global_id(0); float x = p[i];"
        " while (x > 1.0f) x = x * table[(int)x] + x * x * 0.1f + 0.1f; p[i] = x; }";
    EXPECT_EQ(other_plans_of(looked_up, "") & without_lanes, bit_of(CodeVariant::one_lane));
    const char* looked_up_evenly =
        "kernel void k(global float* p, global const float* table) {"
        " size_t i = get_global_id(0); float x = p[i];"
        " for (int j = 0; j < 9; ++j) x = x * table[(int)x] + x * x * 0.1f + 0.1f; p[i] = x; }";
    EXPECT_EQ(other_plans_of(looked_up_evenly, "") & without_lanes, bit_of(CodeVariant::two_items));
}

TEST(OtherPlans, OneAndTwoItemsWhereNeighboursAreTakenApart) {
    const auto plans = [](const char* type, const char* step) {
        const std::string source = std::string("kernel void k(global ") + type +
                                   "* p) { size_t i = get_global_id(0) * " + step + "; p[i] = p[i] * 3 + 1; }";
        return other_plans_of(source.c_str(), "", 0, "avx2") & without_lanes;
    };
    EXPECT_EQ(plans("double", "2"), without_lanes);
    EXPECT_EQ(plans("float4", "1"), without_lanes);
    EXPECT_EQ(plans("double", "1"), 0u);
    EXPECT_EQ(plans("float2", "1"), 0u);
}

TEST(OtherPlans, RowsWhereThereAreSome) {
    const char* summed =
        "kernel void k(global float* p, global const float* a, int n) {"
        " size_t i = get_global_id(0), j = get_global_id(1); float x = 0;"
        " for (int l = 0; l < n; ++l) x += a[l * n + i] > x ? a[j] : 1.0f; p[j * n + i] = x; }";
    EXPECT_EQ(other_plans_of(summed, "") & rows, rows);
}

}  // namespace
}  // namespace lanewise::test
