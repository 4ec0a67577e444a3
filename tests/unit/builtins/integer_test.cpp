// Tests integer functions for all eight types against models in __int128, and vectors against scalars.
#include <gtest/gtest.h>

#include <array>
#include <bit>

#include "library_jit.h"
#include "scalar_types.h"

namespace lanewise::test {
namespace {

using Wide = __int128;

template <class T>
constexpr int bits = 8 * sizeof(T);

template <class T>
T saturate(Wide value) {
    const Wide low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
    return static_cast<T>(value < low ? low : value > high ? high : value);
}

/// Compares the function `name` on scalars with `model`. Also compares the function's results on vectors of 16
/// elements with its results on scalars. `R` is the result type.
template <class R, class T, class Model>
void check_binary(const std::string& name, Model model) {
    const std::string code = TypeName<T>::code;
    const Wrapped scalar = load_builtin(mangle(name, code + code));
    const Wrapped vector = load_builtin(mangle(name, "Dv16_" + code + "S_"));
    const auto values = interesting_values<T>(20);
    std::array<T, 16> x{}, y{};
    std::array<R, 16> expected{};
    std::size_t lane = 0;
    for (const T a : values)
        for (const T b : values) {
            const R want = model(Wide(a), Wide(b));
            ASSERT_EQ(call<R>(scalar, a, b), want) << name << '(' << +a << ", " << +b << ") " << code;
            x[lane] = a, y[lane] = b, expected[lane] = want;
            if (++lane < 16) continue;
            lane = 0;
            const auto result = call<std::array<R, 16>>(vector, x, y);
            ASSERT_EQ(result, expected) << name << " of 16 " << code;
        }
}

template <class R, class T, class Model>
void check_unary(const std::string& name, Model model) {
    const Wrapped scalar = load_builtin(mangle(name, TypeName<T>::code));
    for (const T a : interesting_values<T>(500))
        ASSERT_EQ(call<R>(scalar, a), model(a)) << name << '(' << +a << ") " << TypeName<T>::code;
}

template <class T, class Model>
void check_ternary(const std::string& name, Model model) {
    const std::string code = TypeName<T>::code;
    const Wrapped scalar = load_builtin(mangle(name, code + code + code));
    const auto values = interesting_values<T>(4);
    for (std::size_t i = 0; i < values.size(); ++i)
        for (std::size_t j = 0; j < values.size(); j += 3)
            for (std::size_t k = i % 5; k < values.size(); k += 5) {
                const T a = values[i], b = values[j], c = values[k];
                ASSERT_EQ(call<T>(scalar, a, b, c), model(Wide(a), Wide(b), Wide(c)))
                    << name << '(' << +a << ", " << +b << ", " << +c << ") " << code;
            }
}

template <class T>
class Integer : public testing::Test {};
using Types = testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
                             std::int64_t, std::uint64_t>;
TYPED_TEST_SUITE(Integer, Types);

TYPED_TEST(Integer, absolute_values) {
    using T = TypeParam;
    using U = std::make_unsigned_t<T>;
    check_unary<U, T>("abs", [](T x) { return static_cast<U>(x < 0 ? -Wide(x) : Wide(x)); });
    check_binary<U, T>("abs_diff", [](Wide x, Wide y) { return static_cast<U>(x > y ? x - y : y - x); });
}

TYPED_TEST(Integer, saturated_sums) {
    using T = TypeParam;
    check_binary<T, T>("add_sat", [](Wide x, Wide y) { return saturate<T>(x + y); });
    check_binary<T, T>("sub_sat", [](Wide x, Wide y) { return saturate<T>(x - y); });
}

TYPED_TEST(Integer, halved_sums) {
    using T = TypeParam;
    check_binary<T, T>("hadd", [](Wide x, Wide y) { return static_cast<T>((x + y) >> 1); });
    check_binary<T, T>("rhadd", [](Wide x, Wide y) { return static_cast<T>((x + y + 1) >> 1); });
}

TYPED_TEST(Integer, upper_half_of_products) {
    using T = TypeParam;
    const auto high = [](Wide x, Wide y) {
        if constexpr (std::is_signed_v<T>)
            return static_cast<T>((x * y) >> bits<T>);
        else
            return static_cast<T>((static_cast<unsigned __int128>(x) * static_cast<unsigned __int128>(y)) >> bits<T>);
    };
    check_binary<T, T>("mul_hi", high);
    check_ternary<T>("mad_hi", [=](Wide x, Wide y, Wide z) { return static_cast<T>(high(x, y) + z); });
}

TYPED_TEST(Integer, saturated_multiply_add) {
    using T = TypeParam;
    check_ternary<T>("mad_sat", [](Wide x, Wide y, Wide z) {
        if constexpr (std::is_signed_v<T>) {
            return saturate<T>(x * y + z);
        } else {
            const auto sum = static_cast<unsigned __int128>(x) * static_cast<unsigned __int128>(y) + z;
            const unsigned __int128 limit = std::numeric_limits<T>::max();
            return static_cast<T>(sum > limit ? limit : sum);
        }
    });
}

TYPED_TEST(Integer, bounds) {
    using T = TypeParam;
    check_binary<T, T>("min", [](Wide x, Wide y) { return static_cast<T>(x < y ? x : y); });
    check_binary<T, T>("max", [](Wide x, Wide y) { return static_cast<T>(x < y ? y : x); });
    // Results are undefined if low > high. The library and this model both compute max before min.
    check_ternary<T>("clamp", [](Wide x, Wide low, Wide high) {
        const Wide above = x > low ? x : low;
        return static_cast<T>(above < high ? above : high);
    });
}

TYPED_TEST(Integer, bit_counts) {
    using T = TypeParam;
    using U = std::make_unsigned_t<T>;
    check_unary<T, T>("clz", [](T x) { return static_cast<T>(std::countl_zero(static_cast<U>(x))); });
    check_unary<T, T>("ctz", [](T x) { return static_cast<T>(std::countr_zero(static_cast<U>(x))); });
    check_unary<T, T>("popcount", [](T x) { return static_cast<T>(std::popcount(static_cast<U>(x))); });
    check_unary<T, T>("bit_reverse", [](T x) {
        U result = 0;
        for (int i = 0; i < bits<T>; ++i)
            result |= static_cast<U>(static_cast<U>((static_cast<U>(x) >> i) & 1) << (bits<T> - 1 - i));
        return static_cast<T>(result);
    });
}

TYPED_TEST(Integer, rotation) {
    using T = TypeParam;
    using U = std::make_unsigned_t<T>;
    check_binary<T, T>("rotate", [](Wide x, Wide count) {
        const int left = static_cast<int>(count & (bits<T> - 1));
        return static_cast<T>(std::rotl(static_cast<U>(x), left));
    });
}

TYPED_TEST(Integer, bit_fields) {
    using T = TypeParam;
    using U = std::make_unsigned_t<T>;
    using I = std::make_signed_t<T>;
    const std::string code = TypeName<T>::code;
    const Wrapped insert = load_builtin(mangle("bitfield_insert", code + code + "jj"));
    const Wrapped extract_signed = load_builtin(mangle("bitfield_extract_signed", code + "jj"));
    const Wrapped extract_unsigned = load_builtin(mangle("bitfield_extract_unsigned", code + "jj"));
    const T base = static_cast<T>(0x9a3c5e7f1b2d4866), inserted = static_cast<T>(0x6b51c2e9d873fa05);
    for (std::uint32_t offset = 0; offset < bits<T>; ++offset)
        for (std::uint32_t count = 0; offset + count <= bits<T>; ++count) {
            const U mask = count == bits<T> ? U(~U(0)) : static_cast<U>((std::uint64_t{1} << count) - 1);
            const U field = static_cast<U>(static_cast<U>(base) >> offset) & mask;
            const bool negative = count > 0 && (field >> (count - 1) & 1);
            const U placed = static_cast<U>(mask << offset);
            ASSERT_EQ(call<U>(extract_unsigned, base, offset, count), field) << offset << ' ' << count;
            ASSERT_EQ(call<I>(extract_signed, base, offset, count),
                      static_cast<I>(negative ? U(field | U(~mask)) : field))
                << offset << ' ' << count;
            ASSERT_EQ(call<T>(insert, base, inserted, offset, count),
                      static_cast<T>((U(base) & U(~placed)) | (U(U(inserted) << offset) & placed)))
                << offset << ' ' << count;
        }
}

template <class T, class W>
void check_upsample() {
    using U = std::make_unsigned_t<T>;
    const Wrapped scalar = load_builtin(mangle("upsample", std::string(TypeName<T>::code) + TypeName<U>::code));
    for (const T high : interesting_values<T>(10))
        for (const U low : interesting_values<U>(10))
            ASSERT_EQ(call<W>(scalar, high, low), static_cast<W>((Wide(high) << bits<T>) | low));
}

TEST(IntegerFunctions, upsample) {
    check_upsample<std::int8_t, std::int16_t>();
    check_upsample<std::uint8_t, std::uint16_t>();
    check_upsample<std::int16_t, std::int32_t>();
    check_upsample<std::uint16_t, std::uint32_t>();
    check_upsample<std::int32_t, std::int64_t>();
    check_upsample<std::uint32_t, std::uint64_t>();
}

TEST(IntegerFunctions, products_of_24_bits) {
    const Wrapped mul = load_builtin(mangle("mul24", "ii")), mad = load_builtin(mangle("mad24", "jjj"));
    EXPECT_EQ(call<int>(mul, -3000, 5000), -15000000);
    EXPECT_EQ(call<unsigned>(mad, 0xffffffu, 0xffffffu, 7u), static_cast<unsigned>(0xffffffull * 0xffffffull + 7));
}

TEST(IntegerFunctions, dot_products) {
    const std::array<std::int8_t, 4> s{-128, 127, -1, 5};
    const std::array<std::uint8_t, 4> u{255, 0, 128, 3};
    EXPECT_EQ(call<int>(load_builtin(mangle("dot", "Dv4_cDv4_h")), s, u), -128 * 255 - 128 + 15);
    EXPECT_EQ(call<unsigned>(load_builtin(mangle("dot", "Dv4_hS_")), u, u), 255u * 255 + 128 * 128 + 9);
    const auto packed = std::bit_cast<std::uint32_t>(s);
    EXPECT_EQ(call<int>(load_builtin(mangle("dot_acc_sat_4x8packed_ss_int", "jji")), packed, packed,
                        std::numeric_limits<int>::max()),
              std::numeric_limits<int>::max());
    EXPECT_EQ(call<int>(load_builtin(mangle("dot_4x8packed_ss_int", "jj")), packed, packed),
              128 * 128 + 127 * 127 + 1 + 25);
}

}  // namespace
}  // namespace lanewise::test
