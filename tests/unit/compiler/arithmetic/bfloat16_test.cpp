// Tests cl_intel_bfloat16_conversions against a model that finds the nearest number by exact arithmetic.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "run_kernel.h"

namespace lanewise::test {
namespace {

float number_of(std::uint32_t bfloat) { return std::bit_cast<float>(bfloat << 16); }

/// Returns the bits of the bfloat16 number nearest to `x`, which must not be a NaN. If two numbers are equally near,
/// returns the even one. A number that would round to 2^128 becomes infinity, as in all types of IEEE 754.
std::uint16_t nearest(float x) {
    const std::uint32_t below = std::bit_cast<std::uint32_t>(x) >> 16;  // toward zero
    if (std::isinf(x)) return static_cast<std::uint16_t>(below);
    const std::uint32_t above = below + 1;
    // The number after the largest bfloat16 number would be 2^128, and its bits would be the bits of infinity.
    const double far = std::isinf(number_of(above)) ? std::copysign(std::ldexp(1.0, 128), x) : number_of(above);
    const double from_below = std::fabs(double{x} - number_of(below)), from_above = std::fabs(far - double{x});
    const bool is_up = from_below != from_above ? from_above < from_below : below % 2 != 0;
    return static_cast<std::uint16_t>(is_up ? above : below);
}

/// Returns random numbers, and numbers near bfloat16 numbers and near the midpoints between adjacent bfloat16 numbers.
/// The list includes denormal numbers and infinities.
std::vector<float> numbers() {
    std::vector<float> all;
    for (std::uint32_t high = 0; high < 0x10000; high += 7)
        for (const std::uint32_t low : {0u, 1u, 0x7fffu, 0x8000u, 0x8001u, 0xffffu}) {
            const auto x = std::bit_cast<float>(high << 16 | low);
            if (!std::isnan(x)) all.push_back(x);
        }
    std::mt19937 random(1);
    for (int i = 0; i < 20'000; ++i)
        if (const auto x = std::bit_cast<float>(static_cast<std::uint32_t>(random())); !std::isnan(x)) all.push_back(x);
    for (const std::uint32_t word : {0x7f7fffffu, 0x7f7f8000u, 0x7f7f7fffu, 0x7f800000u, 0xff800000u, 0x80000000u})
        all.push_back(std::bit_cast<float>(word));
    all.resize(all.size() / 48 * 48);  // whole vectors
    return all;
}

std::vector<std::uint16_t> rounded(const std::vector<float>& in, unsigned components, const RunOptions& options) {
    const std::string n = components == 1 ? "" : std::to_string(components);
    std::vector<std::uint16_t> out(in.size());
    const std::string load = components == 1 ? "in[i]" : "vload" + n + "(i, in)";
    const std::string result = "intel_convert_bfloat16" + n + "_as_ushort" + n + "(" + load + ")";
    const std::string store = components == 1 ? "out[i] = " + result : "vstore" + n + "(" + result + ", i, out)";
    run_kernel(
        "#ifndef cl_intel_bfloat16_conversions\n#error\n#endif\n"
        "kernel void k(global const float* in, global ushort* out) { size_t i = get_global_id(0); " +
            store + "; }",
        "k", line(in.size() / components, 16), ArgumentBlock().add(in.data()).add(out.data()), options);
    return out;
}

TEST(Bfloat16, RoundsToNearestEven) {
    const std::vector<float> in = numbers();
    for (const char* limit : {"", "avx2", "-avx512bf16"})
        for (const unsigned components : {1u, 2u, 3u, 4u, 8u, 16u})
            for (const unsigned width : {0u, 1u, 16u}) {
                RunOptions options;
                options.vector_width = width;
                options.target_limit = limit;
                const auto out = rounded(in, components, options);
                for (std::size_t i = 0; i < in.size(); ++i)
                    ASSERT_EQ(out[i], nearest(in[i])) << in[i] << ' ' << components << ' ' << width << limit;
            }
}

TEST(Bfloat16, KeepsNans) {
    std::vector<float> in;
    for (std::uint32_t sign : {0u, 0x80000000u})
        for (const std::uint32_t low : {1u, 0x7fffu, 0x10000u, 0x3fffffu, 0x400000u, 0x7fffffu, 0x7f8000u, 0x12345u})
            in.push_back(std::bit_cast<float>(sign | 0x7f800000u | low));
    for (const unsigned width : {0u, 1u, 16u})
        for (const char* limit : {"", "avx2"}) {
            RunOptions options;
            options.vector_width = width;
            options.target_limit = limit;
            const auto out = rounded(in, 1, options);
            for (std::size_t i = 0; i < in.size(); ++i) {
                ASSERT_TRUE(std::isnan(number_of(out[i]))) << i;
                ASSERT_EQ(std::signbit(number_of(out[i])), std::signbit(in[i])) << i;
            }
        }
}

// The processor's instruction for the conversion treats denormal numbers as zero. With -cl-denorms-are-zero, code may
// use this instruction for all numbers, without a branch.
TEST(Bfloat16, MayDropDenormalNumbers) {
    const std::vector<float> in = numbers();
    for (const char* limit : {"", "avx2", "-avx512bf16"})
        for (const unsigned width : {0u, 1u, 16u}) {
            RunOptions options;
            options.build_options = "-cl-denorms-are-zero";
            options.vector_width = width;
            options.target_limit = limit;
            const auto out = rounded(in, 1, options);
            for (std::size_t i = 0; i < in.size(); ++i) {
                const bool is_dropped = std::fpclassify(in[i]) == FP_SUBNORMAL && (out[i] & 0x7fff) == 0;
                ASSERT_TRUE(is_dropped || out[i] == nearest(in[i])) << in[i] << ' ' << width << limit;
            }
        }
}

TEST(Bfloat16, WidensExactly) {
    std::vector<std::uint16_t> in(0x10000);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::uint16_t>(i);
    for (const unsigned components : {1u, 2u, 4u, 8u, 16u})
        for (const unsigned width : {0u, 1u, 16u}) {
            const std::string n = components == 1 ? "" : std::to_string(components);
            const std::string load = components == 1 ? "in[i]" : "vload" + n + "(i, in)";
            const std::string value =
                "as_uint" + n + "(intel_convert_as_bfloat16" + n + "_float" + n + "(" + load + "))";
            const std::string store = components == 1 ? "out[i] = " + value : "vstore" + n + "(" + value + ", i, out)";
            std::vector<std::uint32_t> out(in.size());
            RunOptions options;
            options.vector_width = width;
            run_kernel("kernel void k(global const ushort* in, global uint* out) { size_t i = get_global_id(0); " +
                           store + "; }",
                       "k", line(in.size() / components, 16), ArgumentBlock().add(in.data()).add(out.data()), options);
            for (std::size_t i = 0; i < in.size(); ++i) ASSERT_EQ(out[i], static_cast<std::uint32_t>(i) << 16);
        }
    // Vectors of three components are tested separately, since the number of test values is no multiple of three.
    std::vector<std::uint32_t> out(3);
    run_kernel(
        "kernel void k(global const ushort* in, global uint* out) {"
        "  vstore3(as_uint3(intel_convert_as_bfloat163_float3(vload3(5461, in))), 0, out); }",
        "k", line(1, 1), ArgumentBlock().add(in.data()).add(out.data()));
    for (std::uint32_t c = 0; c < 3; ++c) EXPECT_EQ(out[c], (5461 * 3 + c) << 16);
}

}  // namespace
}  // namespace lanewise::test
