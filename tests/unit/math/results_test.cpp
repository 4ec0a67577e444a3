// Tests ilogb and the math functions with a second result. The results of these functions are exact, so that they must
// equal the results of libm.
#include <gtest/gtest.h>

#include <climits>
#include <vector>

#include "functions.h"
#include "reference.h"
#include "samples.h"

#define DECLARE_REAL_RESULT(name, V, E, width) void shim_##name##_##V(const E*, E*, E*, std::size_t);
#define DECLARE_INT_RESULT(name, V, E, width) void shim_##name##_##V(const E*, E*, int*, std::size_t);
#define DECLARE_REMQUO(name, V, E, width) void shim_##name##_##V(const E*, const E*, E*, int*, std::size_t);
#define DECLARE_ILOGB(name, V, E, width) void shim_##name##_##V(const E*, int*, std::size_t);
#define DECLARE_REAL_RESULTS(name) LW_TESTED_TYPES(DECLARE_REAL_RESULT, name)
#define DECLARE_INT_RESULTS(name) LW_TESTED_TYPES(DECLARE_INT_RESULT, name)
extern "C" {
LW_TESTED_REAL_RESULT(DECLARE_REAL_RESULTS)
LW_TESTED_INT_RESULT(DECLARE_INT_RESULTS)
LW_TESTED_TYPES(DECLARE_REMQUO, remquo)
LW_TESTED_TYPES(DECLARE_ILOGB, ilogb)
}

namespace lanewise::test {
namespace {

constexpr std::size_t count = 48 * 1024;

/// Returns all special values, and then random samples without the first `skipped` samples.
template <class T>
std::vector<T> arguments(int skipped) {
    using Limits = std::numeric_limits<T>;
    std::vector<T> values = {T(0),
                             -T(0),
                             T(1),
                             T(-1),
                             T(-0.5),
                             T(2.5),
                             T(-3.5),
                             Limits::denorm_min(),
                             Limits::min(),
                             -Limits::denorm_min(),
                             Limits::max(),
                             -Limits::max(),
                             Limits::infinity(),
                             -Limits::infinity(),
                             Limits::quiet_NaN(),
                             T(-1e-20)};
    Samples<T> samples;
    for (int i = 0; i < skipped; ++i) samples.next();
    while (values.size() < count) values.push_back(samples.next());
    return values;
}

// Calls check_`name`, which compares all results of an overload with the results of libm.
#define FOR_EACH_OVERLOAD(name, V, E, width) \
    {                                        \
        SCOPED_TRACE(#name "(" #V ")");      \
        check_##name<E>(shim_##name##_##V);  \
    }

template <class T>
void check_fract(void (*shim)(const T*, T*, T*, std::size_t)) {
    const std::vector<T> x = arguments<T>(0);
    std::vector<T> rest(count), whole(count);
    shim(x.data(), rest.data(), whole.data(), count);
    for (std::size_t i = 0; i < count; ++i) {
        ASSERT_TRUE(same_value(whole[i], std::floor(x[i]))) << x[i] << ": " << whole[i];
        T expected = std::min(x[i] - std::floor(x[i]), std::nextafter(T(1), T(0)));
        if (std::isinf(x[i]) || x[i] == 0) expected = std::copysign(T(0), x[i]);
        ASSERT_TRUE(same_value(rest[i], expected)) << x[i] << ": " << rest[i];
    }
}

template <class T>
void check_modf(void (*shim)(const T*, T*, T*, std::size_t)) {
    const std::vector<T> x = arguments<T>(0);
    std::vector<T> rest(count), whole(count);
    shim(x.data(), rest.data(), whole.data(), count);
    for (std::size_t i = 0; i < count; ++i) {
        T expected_whole;
        const T expected = std::modf(x[i], &expected_whole);
        ASSERT_TRUE(same_value(rest[i], expected)) << x[i] << ": " << rest[i];
        ASSERT_TRUE(same_value(whole[i], expected_whole)) << x[i] << ": " << whole[i];
    }
}

template <class T>
void check_sincos(void (*shim)(const T*, T*, T*, std::size_t)) {
    const std::vector<T> x = arguments<T>(0);
    std::vector<T> sine(count), cosine(count);
    shim(x.data(), sine.data(), cosine.data(), count);
    for (std::size_t i = 0; i < count; ++i) {
        ASSERT_LE(graded_error(sine[i], std::sin(Wide<T>(x[i])), 4), 4) << x[i];
        ASSERT_LE(graded_error(cosine[i], std::cos(Wide<T>(x[i])), 4), 4) << x[i];
    }
}

template <class T>
void check_frexp(void (*shim)(const T*, T*, int*, std::size_t)) {
    const std::vector<T> x = arguments<T>(0);
    std::vector<T> mantissa(count);
    std::vector<int> exponent(count);
    shim(x.data(), mantissa.data(), exponent.data(), count);
    for (std::size_t i = 0; i < count; ++i) {
        int expected_exponent;
        const T expected = std::frexp(x[i], &expected_exponent);
        ASSERT_TRUE(same_value(mantissa[i], expected)) << x[i] << ": " << mantissa[i];
        if (std::isfinite(x[i])) {
            ASSERT_EQ(exponent[i], expected_exponent) << x[i];
        }
    }
}

template <class T>
void check_lgamma_r(void (*shim)(const T*, T*, int*, std::size_t)) {
    const std::vector<T> x = arguments<T>(0);
    std::vector<T> logarithm(count);
    std::vector<int> sign(count);
    shim(x.data(), logarithm.data(), sign.data(), count);
    for (std::size_t i = 0; i < count; ++i) {
        const T gamma = std::tgamma(x[i]);
        if (std::isnan(gamma) || gamma == 0) continue;
        ASSERT_EQ(sign[i], gamma < 0 ? -1 : 1) << x[i];
        if (!std::isfinite(gamma)) continue;
        const T expected = std::lgamma(x[i]);
        ASSERT_NEAR(logarithm[i], expected, 1e-5 * (1 + std::fabs(expected))) << x[i];
    }
}

template <class T>
void check_ilogb(void (*shim)(const T*, int*, std::size_t)) {
    const std::vector<T> x = arguments<T>(0);
    std::vector<int> result(count);
    shim(x.data(), result.data(), count);
    for (std::size_t i = 0; i < count; ++i) {
        const int expected = x[i] == 0 ? INT_MIN : std::isfinite(x[i]) ? std::ilogb(x[i]) : INT_MAX;
        ASSERT_EQ(result[i], expected) << x[i];
    }
}

// The second result of remquo has the sign of x / y, and at least the seven lowest bits of the quotient's magnitude.
// The test compares three low bits, because libm returns no more.
template <class T>
void check_remquo(void (*shim)(const T*, const T*, T*, int*, std::size_t)) {
    const std::vector<T> x = arguments<T>(0), y = arguments<T>(7);
    std::vector<T> rest(count);
    std::vector<int> quotient(count);
    shim(x.data(), y.data(), rest.data(), quotient.data(), count);
    for (std::size_t i = 0; i < count; ++i) {
        int expected_quotient;
        const T expected = std::remquo(x[i], y[i], &expected_quotient);
        ASSERT_TRUE(same_value(rest[i], expected)) << x[i] << ", " << y[i] << ": " << rest[i];
        if (std::isnan(expected)) continue;
        ASSERT_EQ(std::abs(quotient[i]) % 8, std::abs(expected_quotient) % 8) << x[i] << ", " << y[i];
        const double ratio = double(x[i]) / double(y[i]);
        if (std::fabs(ratio) < 127) {
            ASSERT_NEAR(quotient[i], ratio, 0.500001) << x[i] << ", " << y[i];
        }
        ASSERT_LT(std::abs(quotient[i]), 128);
    }
}

TEST(MathResults, Fract){LW_TESTED_TYPES(FOR_EACH_OVERLOAD, fract)} TEST(MathResults, Modf){
    LW_TESTED_TYPES(FOR_EACH_OVERLOAD, modf)} TEST(MathResults, Sincos){
    LW_TESTED_TYPES(FOR_EACH_OVERLOAD, sincos)} TEST(MathResults, Frexp){
    LW_TESTED_TYPES(FOR_EACH_OVERLOAD, frexp)} TEST(MathResults, LgammaR){
    LW_TESTED_TYPES(FOR_EACH_OVERLOAD, lgamma_r)} TEST(MathResults, Ilogb){
    LW_TESTED_TYPES(FOR_EACH_OVERLOAD, ilogb)} TEST(MathResults, Remquo) {
    LW_TESTED_TYPES(FOR_EACH_OVERLOAD, remquo)
}

}  // namespace
}  // namespace lanewise::test
