// Tests permutations of the elements of byte vectors (machine/faults/byte_permutes.h), with all numbers of lanes and on
// all CPU levels. Without the pass byte_permutes, LLVM would never finish compiling some permutations.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "run_kernel.h"
#include "test_names.h"

namespace lanewise::test {
namespace {

constexpr std::uint64_t items = 131;

// A permutation of a vector. The hexadecimal digits in `places` are the indices of the elements that form the result.
struct Swizzle {
    unsigned components;
    const char* places;
};

constexpr Swizzle swizzles[] = {
    {2, "00"},
    {2, "11"},
    {2, "10"},
    {4, "0022"},
    {4, "3210"},
    {4, "2222"},
    {8, "02460246"},
    {8, "45670123"},
    {16, "fedcba9876543210"},
    {16, "0000000000000000"},
};

unsigned place(const Swizzle& swizzle, unsigned component) {
    const char digit = swizzle.places[component];
    return static_cast<unsigned>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
}

std::string source_of(const Swizzle& swizzle) {
    const std::string type = "uchar" + std::to_string(swizzle.components);
    return "kernel void k(global const " + type + "* a, global const " + type + "* b, global " + type +
           "* moved, global " + type +
           "* shifted) {\n"
           "    int i = get_global_id(0);\n"
           "    moved[i] = (a[i] + b[i]).s" +
           swizzle.places +
           " ^ b[i];\n"
           "    shifted[i] = a[i] >> (b[i] & (uchar)7).s" +
           swizzle.places +
           ";\n"
           "}\n";
}

class BytePermutes : public testing::TestWithParam<std::tuple<const char*, std::uint32_t>> {};

TEST_P(BytePermutes, EndAndAreRight) {
    for (const Swizzle& swizzle : swizzles) {
        const std::size_t n = swizzle.components, count = items * n;
        // The buffers are aligned as OpenCL C aligns vectors (6.2.4).
        std::vector<std::uint64_t> room[4];
        std::uint8_t* bytes[4];
        for (unsigned i = 0; i < 4; ++i) {
            room[i].resize(count / sizeof(std::uint64_t) + 4);
            bytes[i] =
                reinterpret_cast<std::uint8_t*>((reinterpret_cast<std::uintptr_t>(room[i].data()) + 15) / 16 * 16);
        }
        for (std::size_t i = 0; i < count; ++i) {
            bytes[0][i] = static_cast<std::uint8_t>(i * 37 + i / 256);
            bytes[1][i] = static_cast<std::uint8_t>(i * 59 + i / 128 + 3);
        }
        RunOptions options;
        options.target_limit = std::get<0>(GetParam());
        options.vector_width = std::get<1>(GetParam());
        run_kernel(source_of(swizzle), "k", line(items, items),
                   ArgumentBlock().add(bytes[0]).add(bytes[1]).add(bytes[2]).add(bytes[3]), options);
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t from = i / n * n + place(swizzle, static_cast<unsigned>(i % n));
            ASSERT_EQ(bytes[2][i], static_cast<std::uint8_t>(bytes[0][from] + bytes[1][from]) ^ bytes[1][i])
                << swizzle.places << ", byte " << i;
            ASSERT_EQ(bytes[3][i], bytes[0][i] >> (bytes[1][from] & 7)) << swizzle.places << ", byte " << i;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(AtLevels, BytePermutes, testing::Values(std::tuple{"", 64U}, std::tuple{"avx2", 32U}),
                         NamedByValues());
INSTANTIATE_TEST_SUITE_P(MoreLevels, BytePermutes,
                         testing::Values(std::tuple{"", 16U}, std::tuple{"-avx512vbmi", 64U},
                                         std::tuple{"sse4.2", 32U}),
                         NamedByValues());

}  // namespace
}  // namespace lanewise::test
