// Tests vload_half and vstore_half against a model of binary16. Tests loads of all 65536 values. Tests stores of float
// and double values near every rounding boundary, in every rounding mode.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cfenv>
#include <cmath>

#include "library_jit.h"
#include "scalar_types.h"

namespace lanewise::test {
namespace {

using HalfBits = std::uint16_t;

double value_of(HalfBits half) {
    const int exponent = half >> 10 & 31, mantissa = half & 1023;
    const double sign = half & 0x8000 ? -1 : 1;
    if (exponent == 31) return mantissa ? std::nan("") : sign * INFINITY;
    return sign * (exponent ? std::ldexp(1024 + mantissa, exponent - 25) : std::ldexp(mantissa, -24));
}

// Returns the half for `x`: rounds |x| to a multiple of half's ulp and composes the bits.
HalfBits model(double x, int rounding) {
    const HalfBits sign = std::signbit(x) ? 0x8000 : 0;
    if (std::isnan(x)) return 0x7e00 | sign;
    if (std::isinf(x)) return 0x7c00 | sign;
    int exponent = x == 0 ? -14 : std::ilogb(x);
    if (exponent < -14) exponent = -14;
    const double last_place = std::ldexp(1.0, exponent - 10);
    const int previous = std::fegetround();
    std::fesetround(rounding);
    const volatile double scaled = x / last_place;  // exact
    const double steps = std::fabs(std::nearbyint(scaled));
    std::fesetround(previous);
    const double rounded = steps * last_place;
    if (rounded > 65504) {
        const bool to_infinity =
            rounding == FE_TONEAREST || (rounding == FE_UPWARD && !sign) || (rounding == FE_DOWNWARD && sign);
        return sign | (to_infinity ? 0x7c00 : 0x7bff);
    }
    if (rounded == 0) return sign;
    int result_exponent = std::max(std::ilogb(rounded), -14);
    const int mantissa = static_cast<int>(std::ldexp(rounded, 10 - result_exponent));
    if (mantissa < 1024) return sign | static_cast<HalfBits>(mantissa);
    return sign | static_cast<HalfBits>((result_exponent + 15) << 10 | (mantissa - 1024));
}

TEST(HalfMemory, loads_every_value) {
    const Wrapped load = load_builtin("_Z10vload_halfmPU3AS1KDh");
    const Wrapped load_3 = load_builtin("_Z11vload_half3mPU3AS1KDh");
    const Wrapped load_aligned_3 = load_builtin("_Z12vloada_half3mPU3AS1KDh");
    std::vector<HalfBits> memory(65536 + 16);
    for (unsigned i = 0; i < 65536; ++i) memory[i] = static_cast<HalfBits>(i);
    const HalfBits* p = memory.data();
    for (std::uint64_t i = 0; i < 65536; ++i) {
        const float loaded = call<float>(load, i, p);
        const double expected = value_of(static_cast<HalfBits>(i));
        if (std::isnan(expected))
            ASSERT_TRUE(std::isnan(loaded)) << i;
        else
            ASSERT_EQ(std::bit_cast<std::uint64_t>(double(loaded)), std::bit_cast<std::uint64_t>(expected)) << i;
    }
    const std::uint64_t offset = 100;
    const auto packed = call<std::array<float, 4>>(load_3, offset, p);
    const auto aligned = call<std::array<float, 4>>(load_aligned_3, offset, p);
    for (unsigned i = 0; i < 3; ++i) {
        EXPECT_EQ(packed[i], value_of(static_cast<HalfBits>(300 + i)));
        EXPECT_EQ(aligned[i], value_of(static_cast<HalfBits>(400 + i)));
    }
}

struct Mode {
    const char* suffix;
    int rounding;
};
constexpr std::array modes{Mode{"", FE_TONEAREST}, Mode{"_rte", FE_TONEAREST}, Mode{"_rtz", FE_TOWARDZERO},
                           Mode{"_rtp", FE_UPWARD}, Mode{"_rtn", FE_DOWNWARD}};

/// Returns halves and the midpoints between adjacent halves, together with the numbers directly below and above each of
/// them.
template <class T>
std::vector<T> values_around_halves() {
    std::vector<T> values = interesting_values<T>(2000);
    for (unsigned half = 0; half < 0x7c00; half += half < 64 || half > 0x7bc0 ? 1 : 7) {
        const T low = static_cast<T>(value_of(static_cast<HalfBits>(half)));
        const T high = half == 0x7bff ? T(65536) : static_cast<T>(value_of(static_cast<HalfBits>(half + 1)));
        for (const T exact : {low, (low + high) / 2})
            for (const T near : {exact, std::nextafter(exact, T(-1)), std::nextafter(exact, T(1e6))})
                values.insert(values.end(), {near, -near});
    }
    return values;
}

template <class T>
void check_stores() {
    const std::string code = TypeName<T>::code;
    for (const Mode& mode : modes) {
        const std::string suffix = mode.suffix;
        const Wrapped store = load_builtin(mangle("vstore_half" + suffix, code + "mPU3AS1Dh"));
        const Wrapped store_4 = load_builtin(mangle("vstore_half4" + suffix, "Dv4_" + code + "mPU3AS1Dh"));
        for (const T x : values_around_halves<T>()) {
            std::array<HalfBits, 16> memory{};
            HalfBits* p = memory.data();
            const std::uint64_t index = 3, vector_index = 2;
            call<void>(store, x, index, p);
            const std::array<T, 4> vector{x, T(1), x, T(-2)};
            call<void>(store_4, vector, vector_index, p);
            const HalfBits expected = model(static_cast<double>(x), mode.rounding);
            if (std::isnan(x)) {
                ASSERT_TRUE((memory[3] & 0x7fff) > 0x7c00);
                continue;
            }
            ASSERT_EQ(memory[3], expected) << "vstore_half" << suffix << ' ' << x;
            ASSERT_EQ(memory[8], expected) << "vstore_half4" << suffix << ' ' << x;
            ASSERT_EQ(memory[9], 0x3c00);
            ASSERT_EQ(memory[10], expected);
            ASSERT_EQ(memory[11], 0xc000);
            ASSERT_EQ(memory[7] | memory[12], 0);
        }
    }
}

TEST(HalfMemory, stores_float_in_every_mode) { check_stores<float>(); }
TEST(HalfMemory, stores_double_in_every_mode) { check_stores<double>(); }

}  // namespace
}  // namespace lanewise::test
