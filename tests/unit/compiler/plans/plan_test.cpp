// Tests the plans of several kinds of kernels, and that the planned code computes the same results as C++.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "compiler/compiler_impl.h"
#include "device/machine/cpu/cpu_features.h"
#include "run_kernel.h"

namespace lanewise::test {
namespace {

// 64 rounds as in the hash function MD4: each round needs the result of the previous round.
constexpr char rounds[] = R"(
    #define R(s) t = rotate(a + ((b & c) | (~b & d)) + n, s##u); a = d; d = c; c = b; b = t;
    #define R8 R(3) R(7) R(11) R(19) R(3) R(5) R(9) R(13)
    kernel void k(global uint* out, uint n) {
        uint i = get_global_id(0), a = i, b = 2, c = 3, d = 4, t;
        for (uint j = 0; j < n; ++j) { R8 R8 R8 R8 R8 R8 R8 R8 }
        out[i] = a ^ b ^ c ^ d;
    })";

std::uint32_t hash(std::uint32_t i, std::uint32_t n) {
    constexpr int shifts[] = {3, 7, 11, 19, 3, 5, 9, 13};
    std::uint32_t a = i, b = 2, c = 3, d = 4;
    for (std::uint32_t j = 0; j < n; ++j)
        for (unsigned round = 0; round < 64; ++round) {
            const std::uint32_t t = std::rotl(a + ((b & c) | (~b & d)) + n, shifts[round % 8]);
            a = d, d = c, c = b, b = t;
        }
    return a ^ b ^ c ^ d;
}

std::string run_hash(const char* source, const char* limit) {
    constexpr std::uint32_t items = 200, n = 5;
    NDRange range;
    range.global_size[0] = range.local_size[0] = items;
    std::vector<std::uint32_t> out(items);
    std::string summary;
    RunOptions options;
    options.target_limit = limit;
    options.summary = &summary;
    run_kernel(source, "k", range, ArgumentBlock().add(out.data()).add(n), options);
    for (std::uint32_t i = 0; i < items; ++i) EXPECT_EQ(out[i], hash(i, n)) << summary;
    return summary;
}

TEST(Plan, LongChainsGetMoreLanesThanRegistersHold) {
    EXPECT_EQ(run_hash(rounds, "avx2"), "kernel 'k': 32 lanes");
    EXPECT_EQ(run_hash(rounds, "sse2"), "kernel 'k': 16 lanes");  // 16 lanes fill four registers of 128 bits
}

// Makes a loop of few operations that updates `chains` independent sums. The kernel uses local ids, so that the device
// must not regroup its work-items.
std::string sum_source(unsigned chains) {
    std::string sums, steps, total;
    for (unsigned chain = 0; chain < chains; ++chain) {
        const std::string sum = "s" + std::to_string(chain);
        sums += "float " + sum + " = get_local_id(0) + " + std::to_string(chain) + ".0f;";
        steps += sum + " = fma(" + sum + ", 0.5f, 0.25f);";
        total += (chain ? " + " : "") + sum;
    }
    return "kernel void k(global float* out, uint n) {" + sums + "for (uint j = 0; j < n; ++j) {" + steps +
           "} out[get_global_id(0)] = " + total + "; }";
}

float sum_of(std::uint32_t local_id, std::uint32_t n, unsigned chains) {
    float total = 0;
    for (unsigned chain = 0; chain < chains; ++chain) {
        float sum = static_cast<float>(local_id + chain);
        for (std::uint32_t j = 0; j < n; ++j) sum = std::fma(sum, 0.5f, 0.25f);
        total = chain ? total + sum : sum;
    }
    return total;
}

// Runs work-groups of 50 work-items: they fill 32 lanes, but not 64.
std::string run_sum(unsigned chains, const char* limit) {
    constexpr std::uint32_t items = 200, group = 50, n = 20;
    NDRange range;
    range.global_size[0] = items;
    range.local_size[0] = group;
    std::vector<float> out(items);
    std::string summary;
    RunOptions options;
    options.target_limit = limit;
    options.summary = &summary;
    run_kernel(sum_source(chains), "k", range, ArgumentBlock().add(out.data()).add(n), options);
    for (std::uint32_t i = 0; i < items; ++i) EXPECT_EQ(out[i], sum_of(i % group, n, chains)) << summary;
    return summary;
}

TEST(Plan, LoopsThatWaitForThemselvesGetMoreLanes) {
    EXPECT_EQ(run_sum(1, "avx2"), "kernel 'k': 64 lanes");
    EXPECT_EQ(run_sum(1, "sse2"), "kernel 'k': 32 lanes");
}

TEST(Plan, SumsThatFillTheCoreByThemselvesKeepTheirLanes) {
    EXPECT_EQ(run_sum(8, "avx2"), "kernel 'k': 8 lanes");
    EXPECT_EQ(run_sum(8, "sse2"), "kernel 'k': 8 lanes");
}

constexpr const char* avx512 = "+avx512bw,+avx512dq,+avx512f,+avx512vl";
const Target slow_gathers{std::string("+fma,") + avx512, 512},
    fast_gathers{slow_gathers.features + ",+fast-gather", 512}, short_registers{"+avx2,+fma", 256};

TEST(Plan, BlocksOfProductsHaveWideRowsUnlessLanesAreFixed) {
    const char* product =
        "kernel void k(global const float* a, global const float* b, global float* c, int n) {"
        " int j = get_global_id(0), i = get_global_id(1); float s = 0;"
        " for (int k = 0; k < n; ++k) s += a[i * n + k] * b[k * n + j]; c[i * n + j] = s; }";
    const Target wide{avx512, 512};
    EXPECT_EQ(summary_of(product, wide), "kernel 'k': 64 lanes, 4 rows");
    EXPECT_EQ(summary_of(product, wide, 16), "kernel 'k': 16 lanes, 8 rows");
    const Target narrow{"+avx,+avx2", 256};
    EXPECT_EQ(summary_of(product, narrow), "kernel 'k': 16 lanes, 4 rows");
}

TEST(Plan, RowsThatGroupsMustKeepHaveNoMoreLanesThanWorkItems) {
    const auto reversed = [](const std::string& width) {
        return summary_of(
            "kernel __attribute__((reqd_work_group_size(" + width +
                ", 8, 1))) void k(global float* p) { local float t[16][16];"
                " int x = get_local_id(0), y = get_local_id(1), i = get_group_id(0) * get_local_size(0) + x;"
                " t[y][x] = p[i]; barrier(CLK_LOCAL_MEM_FENCE); p[i] = t[7 - y][x] * 2; }",
            {avx512, 512});
    };
    EXPECT_EQ(reversed("4"), "kernel 'k': 8 lanes");
    EXPECT_EQ(reversed("8"), "kernel 'k': 8 lanes");
    EXPECT_EQ(reversed("12"), "kernel 'k': 16 lanes");
    EXPECT_EQ(reversed("16"), "kernel 'k': 16 lanes");
}

// Each work-item computes four columns. If the four columns are adjacent, code with lanes must deinterleave vectors.
// Two rows then run together, because they share the work of deinterleaving. If the distance between the columns is the
// global size, no vector needs to be deinterleaved.
TEST(Plan, TilesOfNeighboursGoByTwoRows) {
    const auto tile = [](const std::string& place) {
        return summary_of(
            "kernel void k(global const float* a, global const float* b, global float* c, int n) {"
            " int x = get_global_id(0), y = get_global_id(1) * 4, w = get_global_size(0); float s[4][4] = {0};"
            " for (int k = 0; k < n; ++k) for (int i = 0; i < 4; ++i) for (int j = 0; j < 4; ++j)"
            " s[i][j] += a[(y + i) * n + k] * b[k * n + " +
                place +
                "];"
                " for (int i = 0; i < 4; ++i) for (int j = 0; j < 4; ++j) c[(y + i) * n + " +
                place + "] = s[i][j]; }",
            slow_gathers);
    };
    EXPECT_EQ(tile("x * 4 + j"), "kernel 'k': 16 lanes, 2 rows");
    EXPECT_EQ(tile("x + j * w"), "kernel 'k': 16 lanes");
}

// Each group of PER adjacent work-items processes one row of a sparse matrix. A chunk of more than PER lanes would span
// several rows.
TEST(Plan, LanesAreNoMoreThanGoAlongARowTogether) {
    const std::string source = R"(
        kernel __attribute__((reqd_work_group_size(128, 1, 1)))
        void k(global const int* starts, global const float* values, global float* y) {
            local float parts[128];
            int t = get_local_id(0), row = get_group_id(0) * 8 + t / PER;
            for (int k = starts[row] + t % PER; k < starts[row + 1]; k += PER) parts[t] += values[k] * values[k];
            barrier(CLK_LOCAL_MEM_FENCE);
            y[get_global_id(0)] = parts[t ^ 1];
        })";
    EXPECT_EQ(summary_of("#define PER 16\n" + source, {avx512, 512}), "kernel 'k': 16 lanes");
    EXPECT_EQ(summary_of("#define PER 32\n" + source, {avx512, 512}), "kernel 'k': 32 lanes");
}

TEST(Plan, RowsOfBothFactorsShareGathers) {
    EXPECT_EQ(summary_of("kernel void k(global const float* a, global const float* b, global float* c, int n) {"
                         " int j = get_global_id(0), i = get_global_id(1); float s = 0;"
                         " for (int k = 0; k < n; ++k) s += a[i * n + k] * b[j * n + k]; c[i * n + j] = s; }",
                         {avx512, 512}),
              "kernel 'k': 16 lanes, 8 rows");
}

TEST(Plan, SearchesGoByLanesWhereGathersAreFast) {
    const auto probe = [](const std::string& type, const std::string& more) {
        return summary_of("kernel void k(global const " + type + "* keys, global const " + type +
                              "* wanted, global uint* at, uint mask) {"
                              " uint key = wanted[get_global_id(0)], slot = key & mask;"
                              " while (keys[slot] != key) slot = (slot + 1) & mask;"
                              " at[get_global_id(0)] = slot; }",
                          {avx512 + more, 512});
    };
    EXPECT_NE(probe("uint", "").find("searches at its own addresses"), std::string::npos);
    EXPECT_NE(probe("uint", ",+fast-gather").find(" lanes"), std::string::npos);
    EXPECT_NE(probe("uchar", ",+fast-gather").find(" lanes"), std::string::npos);
}

TEST(Plan, GathersThatWaitTogetherGoByLanesWhereTheyAreFast) {
    const auto with = [](const std::string& source, const std::string& more) {
        return summary_of(source, {avx512 + more, 512});
    };
    const std::string together =
        "kernel void k(global const int* starts, global const int* columns, global const float* values,"
        " global const float* x, global float* y) { int t = get_local_id(0), row = get_global_id(0) / 32; float s = 0;"
        " for (int k = starts[row] + (t & 31); k < starts[row + 1]; k += 32) s += values[k] * x[columns[k]];"
        " y[get_global_id(0)] = s; }";
    EXPECT_NE(with(together, "").find("divergent gather loop"), std::string::npos);
    EXPECT_NE(with(together, ",+fast-gather").find(" lanes"), std::string::npos);
    const std::string apart =
        "kernel void k(global const int* starts, global const int* columns, global const float* values,"
        " global const float* x, global float* y) { int row = get_global_id(0); float s = 0;"
        " for (int k = starts[row]; k < starts[row + 1]; ++k) s += values[k] * x[columns[k]]; y[row] = s; }";
    EXPECT_NE(with(apart, ",+fast-gather").find("divergent gather loop"), std::string::npos);
    const std::string linked =
        "kernel void k(global const int* next, global const int* values, global int* sums) {"
        " int i = get_global_id(0), sum = 0; for (int at = sums[i]; at >= 0; at = next[at]) sum += values[at];"
        " sums[i] = sum; }";
    EXPECT_NE(with(linked, "").find(" lanes"), std::string::npos);
}

// The kernel computes the rounds of a hash function without a loop. Even if each value fills four registers, only few
// values are spilled.
TEST(Plan, LanesFillFourShortRegistersWhereFewValuesMove) {
    const std::string straight =
        "#define R(s) t = rotate(a + ((b & c) | (~b & d)) + n, s##u); a = d; d = c; c = b; b = t;\n"
        "#define R8 R(3) R(7) R(11) R(19) R(3) R(5) R(9) R(13)\n"
        "kernel void k(global uint* out, uint n) {"
        " uint i = get_global_id(0), a = i, b = 2 + i, c = 3, d = 4, t;"
        " R8 R8 R8 R8 R8 R8 R8 R8 out[i] = a ^ b ^ c ^ d; }";
    EXPECT_EQ(summary_of(straight, short_registers), "kernel 'k': 32 lanes");
}

// With 32 lanes, each value fills two registers, and half of the values are spilled. Spills cost less than waiting for
// the dependence chains of values that fill only one register.
TEST(Plan, LanesThatLeaveALoopOneByOneFillTwoRegisters) {
    const auto steps = [](const char* while_) {
        return summary_of(std::string("kernel void k(global float* p, int n) { int g = get_global_id(0); float v[20];"
                                      " for (int i = 0; i < 20; ++i) v[i] = p[i * 4096 + g];"
                                      " for (int r = 0; ") +
                              while_ +
                              "; ++r) for (int i = 0; i < 20; ++i) v[i] = v[i] * v[(i + 1) % 20] + 1;"
                              " for (int i = 0; i < 20; ++i) p[i * 4096 + g] = v[i]; }",
                          {avx512, 512});
    };
    EXPECT_EQ(steps("r < n"), "kernel 'k': 16 lanes");
    EXPECT_EQ(steps("v[0] < n"), "kernel 'k': 32 lanes");
}

// Lanes push to and pop from their private stacks at different depths. The loops between a pop and the next push have
// different trip counts.
TEST(Plan, StacksInPrivateArraysAreForOneLane) {
    const std::string summary = summary_of(
        "kernel void k(global int* p, int n) { int i = get_global_id(0), s = 0, top = 1, stack[32]; stack[0] = i;"
        " while (top) { int at = stack[--top]; for (int j = 0; j < at; ++j) s ^= p[at + j] * 3;"
        " if (at > 1) { stack[top++] = at / 2; if (at & 1) stack[top++] = at / 3; } } p[i] = s; }");
    EXPECT_EQ(summary, "kernel 'k': scalar (each work-item keeps a private stack)");
}

// Each lane's index into its private array grows by one per iteration, but starts at a different element in each lane.
TEST(Plan, PrivateArraysWithoutStacksKeepLanes) {
    const std::string summary = summary_of(
        "kernel void k(global int* p, int n) { int i = get_global_id(0), a[8];"
        " for (int j = 0; j < 8; ++j) a[j] = p[8 * i + j];"
        " for (int j = p[0] + i; j < n; ++j) a[j] = a[j + 1]; p[i] = a[n & 7]; }");
    EXPECT_NE(summary.find("lanes"), std::string::npos) << summary;
    EXPECT_EQ(summary.find("stacks"), std::string::npos) << summary;
}

// With the preferred number of lanes, the code would be too large. The planner must then choose a smaller number of
// lanes that is greater than one.
TEST(Plan, LargeBodiesGetFewerLanes) {
    std::string body;
    for (unsigned i = 0; i < 160; ++i)
        body += "a += (b + " + std::to_string(i) + ") / (a | " + std::to_string(3 * i + 1) + "); b ^= a;\n";
    const std::string summary = summary_of("kernel void k(global long* p) { long a = p[get_global_id(0)], b = a ^ 77;" +
                                           body + " p[get_global_id(0)] = a + b; }");
    EXPECT_NE(summary.find(" lanes"), std::string::npos) << summary;
}

// Makes a kernel in which each work-item writes a row of `b`, element by element. `step` is the statement that writes
// element `at`.
std::string row_writer(const std::string& step) {
    return "kernel void k(global const float* a, global float* b, int n) { int row = get_global_id(0);"
           " float sum = 0; for (int j = 1; j < n; ++j) { int at = row * n + j; " +
           step + " } }";
}

TEST(Plan, RowsOfLittleWorkAreWrittenByTwoItemsAtATime) {
    const std::string items = "kernel 'k': scalar (each work-item writes its own row), 2 work-items at a time";
    EXPECT_EQ(summary_of(row_writer("sum += a[row * n + min(j + 5, n - 1)]; b[at] = sum;")), items);
    EXPECT_EQ(summary_of(row_writer("b[at] = a[row * n + max(j - 3, 0)];")), items);
}

// With registers of 256 bits, kernels get code that interleaves two work-items. This holds for any statement that
// writes the row, and for any elements that the statement reads.
TEST(Plan, RowsByAnyStepsAreWrittenByTwoItemsAtATime) {
    const std::string items = "kernel 'k': scalar (each work-item writes its own row), 2 work-items at a time";
    for (const char* step : {"b[at & n] = b[(at + 1) & n] = b[(at + 2) & n] = row;", "b[at] = a[(int)a[at]];"})
        EXPECT_EQ(summary_of(row_writer(step), short_registers), items) << step;
}

// A division takes longer than three fast gathers of eight lanes. Code with eight lanes is therefore faster than code
// of one lane.
TEST(Plan, RowsOfDivisionsHaveLanesWhereGathersAreFast) {
    const std::string mean =
        row_writer("sum += a[row * n + min(j + 5, n - 1)] - a[row * n + max(j - 5, 0)]; b[at] = sum / (2 * n + 1);");
    EXPECT_EQ(summary_of(mean, slow_gathers),
              "kernel 'k': scalar (each work-item writes its own row), 2 work-items at a time");
    EXPECT_EQ(summary_of(mean, fast_gathers), "kernel 'k': 8 lanes");
}

// An integer division takes so long that, even with slow gathers, code with lanes is faster than code of one lane.
TEST(Plan, RowsOfIntegerDivisionsHaveLanes) {
    const std::string of_bytes =
        "kernel void k(global const uchar4* a, global uchar4* b, int n) { int row = get_global_id(0); uint4 sum = 0;"
        " for (int j = 1; j < n; ++j) { sum += convert_uint4(a[row * n + min(j + 5, n - 1)]);"
        " b[row * n + j] = convert_uchar4(sum / (uint)n); } }";
    EXPECT_EQ(summary_of(of_bytes, slow_gathers).find("scalar"), std::string::npos);
    EXPECT_EQ(summary_of(of_bytes, fast_gathers).find("scalar"), std::string::npos);
}

// Each iteration waits for the value that the previous iteration wrote. In the first loop, 16 lanes would evict each
// other's cache lines. In the second loop, the lanes do not evict each other's lines, because each lane accesses only
// two rows, in blocks.
TEST(Plan, RecurrencesHaveHalfTheLanesWhereGathersAreSlow) {
    const std::string apart = row_writer("b[at] = b[at] - b[at - 1] * a[row * n + max(j - 3, 0)] / a[at - 1];");
    EXPECT_EQ(summary_of(apart, slow_gathers), "kernel 'k': 8 lanes");
    EXPECT_EQ(summary_of(row_writer("b[at] += b[at - 1] / a[at];"), slow_gathers), "kernel 'k': 16 lanes");
}

// Makes a loop in which work-item i goes through the row of `a` that starts at a[i * n]. `step` is the statement that
// uses the element `a[at]`.
std::string row_loop(const std::string& type, const std::string& step) {
    return "kernel void k(global const " + type + "* a, global const " + type + "* b, global " + type +
           "* c, int n) { int i = get_global_id(0), sum = 0, at = i * n; float floats = 0;"
           " for (int j = 0; j < n; ++j, ++at) { " +
           step + " } c[i] = sum + floats; }";
}

TEST(Plan, RowsOfIntegersGoByIterations) {
    const auto goes_so = [](const std::string& source) {
        return summary_of(source).starts_with("kernel 'k': scalar (each work-item iterates along its own row)");
    };
    for (const char* type : {"char", "ushort", "int"})
        for (const char* step : {"sum += a[at] * b[j];", "sum = max(sum, (int)a[at]);", "sum ^= a[at];",
                                 "if (a[i * n + j] == 10) ++sum;", "sum -= abs_diff(a[at], b[at]);"})
            EXPECT_TRUE(goes_so(row_loop(type, step))) << type << ' ' << step;
    EXPECT_TRUE(goes_so(row_loop("float", "if (a[at] > .5f) ++sum;")));
    EXPECT_TRUE(goes_so(row_loop("float", "c[at] = exp(a[at]);")));
    EXPECT_TRUE(
        goes_so("kernel void k(global float* a, global float* b, int n) { int i = get_global_id(0);"
                " for (int q = 0; q < n; ++q) for (int j = 0; j < n; ++j)"
                " a[i * n + j] += b[i * n + q] * b[q * n + j]; }"));
}

// Loops over rows. Iterations with these operations cannot be vectorized: sums of floats, sequences of multiplications,
// stores to another row, indices from memory, recurrences and columns. Conditional sums of narrow elements and
// two-dimensional windows cannot be vectorized either.
TEST(Plan, RowsThatIterationsCannotTakeTogether) {
    for (const char* step : {"floats += a[at];", "sum = sum * 31 + (int)a[at];", "sum += a[at]; c[at] = sum;",
                             "sum += b[(int)a[at]];", "c[at] = c[at - 1] + a[at];", "sum += a[j * n + i];"})
        EXPECT_EQ(summary_of(row_loop("float", step)).find("iterations"), std::string::npos) << step;
    const char* const narrow = "if (j < a[i]) sum += a[at] > 3;";
    EXPECT_EQ(summary_of(row_loop("char", narrow)).find("iterations"), std::string::npos);
    const char* const window =
        "kernel void k(global const uchar* a, global int* c, int w, int n) { int x = get_global_id(0),"
        " y = get_global_id(1), sum = 0; for (int j = 0; j < n; ++j) for (int i = 0; i < n; ++i)"
        " sum += a[(y * n + j) * w + x * n + i]; c[y * w + x] = sum; }";
    EXPECT_EQ(summary_of(window).find("iterations"), std::string::npos);
}

TEST(Plan, RowsOfMuchWorkKeepTheirLanes) {
    const std::string summary = summary_of(row_writer("b[at] = exp(sin(a[row * n + min(j + 5, n - 1)]));"));
    EXPECT_EQ(summary, "kernel 'k': " + std::to_string(device::host_target().vector_bits / 32) + " lanes");
}

// The vectors in the kernel's source fill half of a register. Code with lanes would have to deinterleave strided
// vectors and vectors of three elements. This kernel does too little work to make deinterleaving worthwhile. Adjacent
// vectors of four elements need no deinterleaving.
TEST(Plan, SourceVectorsApartRunOneByOne) {
    const auto stencil = [](const std::string& type, const std::string& place) {
        std::string steps;
        for (const char* at : {"0", "1", "2", "3", "4", "5"})
            steps += "s += t[" + place + " + " + at + "] * .3f; s *= s; ";
        return summary_of("kernel void k(global const " + type + "* in, global " + type + "* out) { local " + type +
                              " t[130]; int i = get_local_id(0); " + type +
                              " s = in[get_global_id(0)]; t[2 * i] = t[2 * i + 1] = s; barrier(CLK_LOCAL_MEM_FENCE); " +
                              steps + " out[get_global_id(0)] = s; }",
                          short_registers);
    };
    EXPECT_NE(stencil("float4", "2 * i").find("the source's vectors are not contiguous across work-items"),
              std::string::npos);
    EXPECT_NE(stencil("float3", "i").find("the source's vectors are not contiguous across work-items"),
              std::string::npos);
    EXPECT_NE(stencil("float4", "i").find("lanes"), std::string::npos);
}

// The vectors in the kernel's source fill whole registers. If each iteration of a kernel's loop waits for the result of
// the previous iteration, the kernel gets lanes, or code that interleaves two work-items.
TEST(Plan, ChainsOfWideVectorsDoNotRunOneByOne) {
    const auto chain = [](const std::string& type, const std::string& step) {
        return summary_of("kernel void k(global " + type + "* p, int n) { size_t i = get_global_id(0); " + type +
                              " x = p[i], a = 1, b = 2; for (int j = 0; j < n; ++j) { " + step + " } p[i] = a + b; }",
                          slow_gathers);
    };
    EXPECT_EQ(chain("float16", "a = a * x + b;").find("scalar"), std::string::npos);
    EXPECT_EQ(
        chain("uint16",
              "uint16 t = b; b += rotate(a + (b & x | ~b & t) + (uint)j * 0x9e3779b9u, (uint16)7) ^ t >> 3; a = t;"),
        "kernel 'k': scalar (the source's vectors fill the registers), 2 work-items at a time");
}

TEST(Plan, CountersInPrivateArraysAreForTwoItemsAtATime) {
    const auto histogram = [](const std::string& step, const Target& target, const std::string& type = "uint") {
        return summary_of(
            "kernel void k(global const uint* keys, global uint* out, int n) {"
            " int i = get_global_id(0); " +
                type +
                " bins[16] = {0};"
                " for (int j = 0; j < n; ++j) { uint key = keys[j * get_global_size(0) + i]; " +
                step + " } for (int j = 0; j < 16; ++j) out[j * get_global_size(0) + i] = bins[j]; }",
            target);
    };
    const std::string items = "kernel 'k': scalar (each work-item updates private counters), 2 work-items at a time";
    EXPECT_EQ(histogram("++bins[key & 15];", slow_gathers), items);
    // All lanes use the same index into their private arrays, so that the kernel gets lanes.
    EXPECT_EQ(histogram("bins[j & 15] += key;", slow_gathers).find("scalar"), std::string::npos);
    // With fast scatters of 32-bit elements, the kernel gets lanes.
    EXPECT_EQ(histogram("++bins[key & 15];", fast_gathers).find("scalar"), std::string::npos);
    // No processor has fast scatters of bytes.
    EXPECT_EQ(histogram("++bins[key & 15];", fast_gathers, "uchar"), items);
    // The old count is used as an index, as in a counting sort.
    EXPECT_EQ(histogram("out[bins[key & 15]++ * 16] = key;", fast_gathers), items);
}

TEST(Plan, SwapsInPrivateArraysAreForTwoItemsAtATime) {
    const auto shuffle = [](const std::string& step, const Target& target) {
        return summary_of(
            "kernel void k(global const uchar* keys, global uchar* out) {"
            " int i = get_global_id(0); uchar s[256]; for (int j = 0; j < 256; ++j) s[j] = j;"
            " uchar at = 0; for (int j = 0; j < 256; ++j) { at += s[j] + keys[i * 16 + (j & 15)]; " +
                step + " } for (int j = 0; j < 256; ++j) out[i * 256 + j] = s[j]; }",
            target);
    };
    const std::string swap = "uchar t = s[j]; s[j] = s[at]; s[at] = t;";
    EXPECT_EQ(shuffle(swap, slow_gathers),
              "kernel 'k': scalar (each work-item updates private counters), 2 work-items at a time");
    EXPECT_EQ(shuffle(swap, fast_gathers).find("counters"), std::string::npos);
    // This statement is not a swap: it overwrites an element and does not store the old value.
    EXPECT_EQ(shuffle("s[j] = s[at];", slow_gathers).find("counters"), std::string::npos);
}

// Without a barrier, each counter in local memory is used by only one work-item. The planner then treats the counter
// like a counter in a private array.
TEST(Plan, CountersInLocalMemoryWithoutBarriersAreTheSame) {
    const auto histogram = [](const std::string& meet) {
        return summary_of(
            "kernel void k(global const uint* keys, global uint* out, int n) {"
            " local uint bins[16 * 64]; int t = get_local_id(0);"
            " for (int j = 0; j < 16; ++j) bins[j * 64 + t] = 0;"
            " for (int j = 0; j < n; ++j) ++bins[(keys[t * n + j] & 15) * 64 + t];" +
                meet + " for (int j = 0; j < 16; ++j) out[j * 64 + t] = bins[j * 64 + t]; }",
            slow_gathers);
    };
    EXPECT_EQ(histogram(""), "kernel 'k': scalar (each work-item updates private counters), 2 work-items at a time");
    EXPECT_EQ(histogram("barrier(CLK_LOCAL_MEM_FENCE);").find("scalar"), std::string::npos);
}

TEST(Plan, TranspositionsHaveLanesOfOneRegister) {
    if (device::host_target().vector_bits != 512) GTEST_SKIP() << "tells registers of 16 lanes from two of them";
    EXPECT_EQ(summary_of("kernel void k(global const float* in, global float* out, int w, int h) {"
                         " int x = get_global_id(0), y = get_global_id(1); out[x * h + y] = in[y * w + x]; }")
                  .find("kernel 'k': 16 lanes"),
              0u);
}

// Image filters convert each register of bytes to four registers of 32-bit values. The filters get as many lanes as
// there are 32-bit values in a register, unless they compute in bytes or do much work per pixel.
TEST(Plan, FiltersThatWidenBytesHaveLanesOfOneRegister) {
    if (device::host_target().vector_bits != 512) GTEST_SKIP() << "tells registers of 16 lanes from more of them";
    const auto filter = [](const std::string& result) {
        return summary_of(
            "kernel void k(global const uchar* in, global uchar* out, int w) {"
            " int i = get_global_id(1) * w + get_global_id(0); out[i] = " +
            result + "; }");
    };
    EXPECT_EQ(filter("convert_uchar_sat(.2f * in[i] + .3f * in[i + 1] + .5f * in[i + w])"), "kernel 'k': 16 lanes");
    EXPECT_EQ(filter("max(in[i], max(in[i + 1], in[i + w]))"), "kernel 'k': 64 lanes");
    EXPECT_NE(filter("exp((float)in[i]) + exp((float)in[i + 1]) + exp((float)in[i + w])"), "kernel 'k': 16 lanes");
}

}  // namespace
}  // namespace lanewise::test
