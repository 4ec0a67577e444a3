// Checks floating-point expressions of converted bytes, which the compiler may compute with integers. The results must
// have the same bits as with floating-point arithmetic, including the signs of zeros.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <tuple>
#include <vector>

#include "run_kernel.h"
#include "test_names.h"

namespace lanewise::test {
namespace {

constexpr char source[] = R"(
    kernel void k(global uint* out, global const uchar* p, global const char* q) {
        int i = get_global_id(0); out += i * 8;
        float a = p[i], b = p[i + 1], c = q[i], d = q[i + 2];
        out[0] = as_uint(a + 2.0f * b - c - 3.0f * d);
        out[1] = as_uint(-2.0f * a * d);
        out[2] = as_uint(fabs(a - b) + fabs(c - d) * 7.0f);
        out[3] = (uint)clamp(a * 3.0f - b, 0.0f, 255.0f);
        out[4] = a - b > c - d ? as_uint(a - c) : as_uint((b - d) * 0.0f);
        out[5] = as_uint((float)((double)a * 5.0 - (double)c));
        out[6] = as_uint(sqrt(a * a + d * d) * 0.5f);
        out[7] = as_uint(a * b * 128.0f - c);
    })";

std::vector<std::uint32_t> expected(float a, float b, float c, float d) {
    const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
    return {bits(a + 2.0f * b - c - 3.0f * d),
            bits(-2.0f * a * d),
            bits(std::fabs(a - b) + std::fabs(c - d) * 7.0f),
            static_cast<std::uint32_t>(std::clamp(a * 3.0f - b, 0.0f, 255.0f)),
            a - b > c - d ? bits(a - c) : bits((b - d) * 0.0f),
            bits(static_cast<float>(static_cast<double>(a) * 5.0 - static_cast<double>(c))),
            bits(std::sqrt(a * a + d * d) * 0.5f),
            bits(a * b * 128.0f - c)};
}

using Parameter = std::tuple<const char*, std::uint32_t>;
class SmallIntegers : public testing::TestWithParam<Parameter> {};

TEST_P(SmallIntegers, GiveTheBitsOfFloats) {
    constexpr std::uint64_t items = 1003;
    std::vector<std::uint8_t> p(items + 2);
    std::vector<std::int8_t> q(items + 2);
    for (std::size_t i = 0; i < p.size(); ++i) {
        p[i] = static_cast<std::uint8_t>(i % 5 == 0 ? 0 : i % 7 == 0 ? 255 : i * 37);
        q[i] = static_cast<std::int8_t>(i % 3 == 0 ? 0 : i % 11 == 0 ? -128 : i * 91);
    }
    std::vector<std::uint32_t> out(items * 8, 0xDEAD);
    RunOptions options;
    options.target_limit = std::get<0>(GetParam());
    options.vector_width = std::get<1>(GetParam());
    run_kernel(source, "k", line(items, 59), ArgumentBlock().add(out.data()).add(p.data()).add(q.data()), options);
    for (std::size_t i = 0; i < items; ++i) {
        const auto wanted = expected(p[i], p[i + 1], q[i], q[i + 2]);
        for (std::size_t j = 0; j < 8; ++j) ASSERT_EQ(out[i * 8 + j], wanted[j]) << "item " << i << ", result " << j;
    }
}

INSTANTIATE_TEST_SUITE_P(All, SmallIntegers,
                         testing::Combine(testing::Values("avx512", "avx2", "sse2"), testing::Values(1u, 8u, 16u)),
                         NamedByValues());

}  // namespace
}  // namespace lanewise::test
