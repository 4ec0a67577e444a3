// Compares the results of convert_* with a model: for every pair of scalar types and every rounding mode, with and
// without saturation. Compares conversions of vectors with conversions of scalars. The model computes in long double,
// which represents every value of every type exactly.
#include <gtest/gtest.h>

#include <array>
#include <cfenv>

#include "library_jit.h"
#include "scalar_types.h"

namespace lanewise::test {
namespace {

struct Mode {
    const char* suffix;
    int rounding;  // mode of <cfenv>, or -1 for the destination type's default
};
constexpr std::array modes{Mode{"", -1}, Mode{"_rte", FE_TONEAREST}, Mode{"_rtz", FE_TOWARDZERO},
                           Mode{"_rtp", FE_UPWARD}, Mode{"_rtn", FE_DOWNWARD}};

class RoundingMode {
public:
    explicit RoundingMode(int mode) : previous_(std::fegetround()) { std::fesetround(mode); }
    ~RoundingMode() { std::fesetround(previous_); }

private:
    int previous_;
};

template <class To>
struct Expected {
    bool defined;
    To value;
};

template <class To>
Expected<To> model(long double x, int rounding, bool saturated) {
    if constexpr (std::is_integral_v<To>) {
        const long double low = std::numeric_limits<To>::min(), high = std::numeric_limits<To>::max();
        if (std::isnan(x)) return {saturated, 0};
        const RoundingMode mode(rounding < 0 ? FE_TOWARDZERO : rounding);
        const volatile long double exact = x;
        const long double rounded = std::nearbyint(exact);
        // The specification does not define the result for numbers out of range. Like C on most machines, the library
        // converts to int and keeps the low bits.
        if (sizeof(To) < 4 && !saturated && std::abs(rounded) < 0x1p31L)
            return {true, static_cast<To>(static_cast<std::int64_t>(rounded))};
        if (rounded < low) return {saturated, std::numeric_limits<To>::min()};
        if (rounded > high) return {saturated, std::numeric_limits<To>::max()};
        return {true, static_cast<To>(rounded)};
    } else {
        const RoundingMode mode(rounding < 0 ? FE_TONEAREST : rounding);
        const volatile long double exact = x;
        const volatile To rounded = static_cast<To>(exact);
        return {true, rounded};
    }
}

template <class T>
bool same(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
        if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
    return std::memcmp(&a, &b, sizeof a) == 0;
}

template <class To, class From>
void check_pair(const Mode& mode, bool saturated) {
    const std::string suffix = std::string(saturated ? "_sat" : "") + mode.suffix;
    const std::string scalar = std::string("convert_") + TypeName<To>::name + suffix;
    const std::string vector = std::string("convert_") + TypeName<To>::name + "16" + suffix;
    const Wrapped one = load_builtin(mangle(scalar, TypeName<From>::code));
    const Wrapped sixteen = load_builtin(mangle(vector, std::string("Dv16_") + TypeName<From>::code));
    auto values = interesting_values<From>(200);
    values.resize(values.size() / 16 * 16);
    for (std::size_t i = 0; i < values.size(); i += 16) {
        std::array<From, 16> in;
        std::copy_n(values.begin() + i, 16, in.begin());
        const auto lanes = call<std::array<To, 16>>(sixteen, in);
        for (std::size_t lane = 0; lane < 16; ++lane) {
            const auto expected = model<To>(in[lane], mode.rounding, saturated);
            const To result = call<To>(one, in[lane]);
            if (expected.defined) {
                ASSERT_TRUE(same(result, expected.value))
                    << scalar << '(' << +in[lane] << ") = " << +result << ", not " << +expected.value;
            }
            ASSERT_TRUE(same(result, lanes[lane])) << vector << '(' << +in[lane] << ')';
        }
    }
}

template <class To, class... From>
void check_all(std::type_identity<To>, std::type_identity<From>...) {
    for (const Mode& mode : modes) {
        (check_pair<To, From>(mode, false), ...);
        if constexpr (std::is_integral_v<To>) (check_pair<To, From>(mode, true), ...);
    }
}

template <class To>
class Convert : public testing::Test {};

using Types = testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
                             std::int64_t, std::uint64_t, float, double>;
TYPED_TEST_SUITE(Convert, Types);

TYPED_TEST(Convert, from_every_type_in_every_mode) {
    check_all(std::type_identity<TypeParam>{}, std::type_identity<std::int8_t>{}, std::type_identity<std::uint8_t>{},
              std::type_identity<std::int16_t>{}, std::type_identity<std::uint16_t>{},
              std::type_identity<std::int32_t>{}, std::type_identity<std::uint32_t>{},
              std::type_identity<std::int64_t>{}, std::type_identity<std::uint64_t>{}, std::type_identity<float>{},
              std::type_identity<double>{});
}

}  // namespace
}  // namespace lanewise::test
