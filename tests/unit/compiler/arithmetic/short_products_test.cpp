// Tests shifted 64-bit products of factors that fit 16 bits (machine/faults/short_products.h), with all numbers of
// lanes and on all CPU levels.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "run_kernel.h"
#include "test_names.h"

namespace lanewise::test {
namespace {

// Each statement reads elements that no other statement reads. If products shared operands, LLVM would generate
// different code for these products.
constexpr char source[] = R"(
    #define A a[i + __LINE__ % 16]
    #define B b[i + __LINE__ % 16]
    kernel void k(global const short* a, global const short* b, global short* s, global ulong* u) {
        int i = get_global_id(0), n = get_global_size(0);
        #line 16
        s[i] = (short)(((long)A * B) >> 20);
        s[i + n] = (short)(((long)A * B) >> 32);
        s[i + 2 * n] = (short)(((long)A * B) >> 47);
        s[i + 3 * n] = (ushort)(((ulong)as_ushort(A) * as_ushort(B)) >> 33);
        s[i + 4 * n] = (short)(((long)A * 300) >> 18);
        s[i + 5 * n] = (short)(((long)(char)A * as_ushort(B)) >> 40);
        s[i + 6 * n] = (convert_short4((convert_long4((short4)(A, B, 7, -9)) * convert_long4((short4)(B, A, 3, A))) >> 33L)).x;
        u[i] = (ulong)((long)A * B) >> 16;
        u[i + n] = (uint)(mul_hi(A, B) + (long)(B * 3));
        u[i + 2 * n] = ((long)as_ushort(A) * as_ushort(B)) >> 16;
        u[i + 3 * n] = ((long)A * as_ushort(B)) >> 17;
        u[i + 4 * n] = (long)A * B;
    })";

constexpr std::size_t shorts = 7, longs = 5;

// Returns result `number` for the factors `a` and `b`. The results of type `short` have lower numbers than the results
// of type `long`.
std::uint64_t expected(std::size_t number, std::int16_t a, std::int16_t b) {
    const auto ub = static_cast<std::uint16_t>(b);
    const std::int64_t product = std::int64_t{a} * b,
                       unsigned_product = std::int64_t{static_cast<std::uint16_t>(a)} * ub;
    const std::int64_t results[] = {product >> 20,
                                    product >> 32,
                                    product >> 47,
                                    unsigned_product >> 33,
                                    (std::int64_t{a} * 300) >> 18,
                                    (std::int64_t{static_cast<std::int8_t>(a)} * ub) >> 40,
                                    product >> 33,
                                    static_cast<std::int64_t>(static_cast<std::uint64_t>(product) >> 16),
                                    static_cast<std::int64_t>(static_cast<std::uint32_t>((product >> 16) + b * 3)),
                                    unsigned_product >> 16,
                                    (std::int64_t{a} * ub) >> 17,
                                    product};
    return number < shorts ? static_cast<std::uint16_t>(results[number]) : static_cast<std::uint64_t>(results[number]);
}

class ShortProducts : public testing::TestWithParam<std::tuple<const char*, std::uint32_t>> {};

TEST_P(ShortProducts, KeepTheirSign) {
    constexpr std::uint64_t items = 131;
    std::vector<std::int16_t> a(items + shorts + longs), b(a);
    for (std::size_t i = 0; i < a.size(); ++i) {
        a[i] = static_cast<std::int16_t>(i % 7 == 0 ? -32768 : i % 7 == 1 ? -1 : i * 977);
        b[i] = static_cast<std::int16_t>(i % 5 == 0 ? -32768 : i % 5 == 1 ? 1 : i * 15683);
    }
    for (const char* build_options : {"", "-cl-opt-disable"}) {
        std::vector<std::uint16_t> narrow(items * shorts);
        std::vector<std::uint64_t> wide(items * longs);
        RunOptions options;
        options.build_options = build_options;
        options.target_limit = std::get<0>(GetParam());
        options.vector_width = std::get<1>(GetParam());
        run_kernel(source, "k", line(items, 64),
                   ArgumentBlock().add(a.data()).add(b.data()).add(narrow.data()).add(wide.data()), options);
        for (std::size_t k = 0; k < shorts + longs; ++k)
            for (std::size_t i = 0; i < items; ++i) {
                const std::uint64_t found = k < shorts ? narrow[k * items + i] : wide[(k - shorts) * items + i];
                ASSERT_EQ(found, expected(k, a[i + k], b[i + k]))
                    << "result " << k << " of " << a[i + k] << ", " << b[i + k] << ' ' << build_options;
            }
    }
}

INSTANTIATE_TEST_SUITE_P(AtEveryLevel, ShortProducts,
                         testing::Combine(testing::Values("", "avx2", "sse4.2", "sse2"),
                                          testing::Values(1U, 8U, 16U, 32U, 64U)),
                         NamedByValues());

}  // namespace
}  // namespace lanewise::test
