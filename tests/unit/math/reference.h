// Reference for math functions. MPFR computes the reference for functions of doubles; libm's functions of doubles
// compute the reference for functions of floats. Also computes errors in ulps, which are defined as in OpenCL.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "exact.h"

namespace lanewise::test {

/// Type of the reference's results for functions of T.
template <class T>
using Wide = std::conditional_t<std::is_same_v<T, float>, double, long double>;

/// Returns the ulp of the type T at the number `exact`.
template <class T>
Wide<T> unit_in_last_place(Wide<T> exact) {
    using Limits = std::numeric_limits<T>;
    const int exponent = exact == 0 ? Limits::min_exponent : std::ilogb(exact);
    return std::ldexp(Wide<T>(1), std::max(exponent, Limits::min_exponent - 1) - (Limits::digits - 1));
}

/// Returns the error of `value` in ulp of T. The error is infinite if exactly one of `value` and `exact` is NaN. An
/// infinite `value` counts as the power of two above T's largest number.
template <class T>
double ulp_error(T value, Wide<T> exact) {
    using W = Wide<T>;
    const double wrong = std::numeric_limits<double>::infinity();
    if (std::isnan(value) || std::isnan(exact)) return std::isnan(value) && std::isnan(exact) ? 0 : wrong;
    if (std::isinf(static_cast<T>(exact)) && std::isinf(value)) return value == static_cast<T>(exact) ? 0 : wrong;
    if (std::isinf(exact)) return wrong;
    const W beyond = std::ldexp(W(1), std::numeric_limits<T>::max_exponent);
    const W finite = std::isinf(value) ? std::copysign(beyond, W(value)) : W(value);
    return static_cast<double>(std::fabs(finite - exact) / unit_in_last_place<T>(exact));
}

/// Returns ulp_error(), except in two cases. If `limit` is 0 and correct rounding of the exact value gives `value`, the
/// error is 0. If `exact` is 0 and `value` is a zero of the other sign, the error is infinite.
template <class T>
double graded_error(T value, Wide<T> exact, double limit) {
    const double wrong = std::numeric_limits<double>::infinity();
    // A correctly rounded value has an error of at most half an ulp.
    if (value == static_cast<T>(exact) && exact != 0) return limit == 0 ? 0 : 0.5;
    if (exact == 0 && value == 0) return std::signbit(value) == std::signbit(exact) ? 0 : wrong;
    const double error = ulp_error(value, exact);
    return limit == 0 && error <= 0.5 ? 0 : error;
}

/// Returns whether two values are the same number, including the signs of zeros, or both are NaN.
template <class T>
bool same_value(T a, T b) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
    return a == b && std::signbit(a) == std::signbit(b);
}

namespace reference {

template <class W>
inline constexpr W pi = W(3.14159265358979323846264338327950288L);

#define LW_REFERENCE_STD(name) \
    template <class W>         \
    W name(W x) {              \
        return std::name(x);   \
    }
#define LW_REFERENCE_EXACT(name)                          \
    inline double name(double x) { return std::name(x); } \
    inline long double name(long double x) { return exact::of(mpfr_##name, x); }
LW_REFERENCE_EXACT(acos)
LW_REFERENCE_EXACT(acosh)
LW_REFERENCE_EXACT(asin)
LW_REFERENCE_EXACT(asinh)
LW_REFERENCE_EXACT(atan)
LW_REFERENCE_EXACT(atanh)
LW_REFERENCE_EXACT(cbrt)
LW_REFERENCE_STD(ceil)
LW_REFERENCE_EXACT(cos)
LW_REFERENCE_EXACT(cosh)
LW_REFERENCE_EXACT(erf)
LW_REFERENCE_EXACT(erfc)
LW_REFERENCE_EXACT(exp)
LW_REFERENCE_EXACT(exp2)
LW_REFERENCE_EXACT(expm1)
LW_REFERENCE_STD(fabs)
LW_REFERENCE_STD(floor)
LW_REFERENCE_EXACT(log)
LW_REFERENCE_EXACT(log10)
LW_REFERENCE_EXACT(log1p)
LW_REFERENCE_EXACT(log2)
LW_REFERENCE_STD(logb)
LW_REFERENCE_STD(rint)
LW_REFERENCE_STD(round)
LW_REFERENCE_EXACT(sin)
LW_REFERENCE_EXACT(sinh)
LW_REFERENCE_STD(sqrt)
LW_REFERENCE_EXACT(tan)
LW_REFERENCE_EXACT(tanh)
LW_REFERENCE_STD(trunc)
#undef LW_REFERENCE_STD
#undef LW_REFERENCE_EXACT

inline double exp10(double x) { return ::exp10(x); }
inline long double exp10(long double x) { return exact::of(mpfr_exp10, x); }

// At negative integers and at -inf, the result of tgamma is NaN. At -0, the result is -inf. C also raises a
// floating-point exception, which OpenCL does not have.
inline double tgamma(double x) { return std::tgamma(x); }
inline long double tgamma(long double x) { return exact::of(mpfr_gamma, x); }

inline double lgamma(double x) { return std::lgamma(x); }
inline long double lgamma(long double x) { return exact::log_gamma(x); }

template <class W>
W rsqrt(W x) {
    return 1 / std::sqrt(x);
}
#define LW_REFERENCE_OVER_PI(name, angle)                               \
    inline double name(double x) { return std::angle(x) / pi<double>; } \
    inline long double name(long double x) { return exact::over_pi(mpfr_##angle, x); }
LW_REFERENCE_OVER_PI(acospi, acos)
LW_REFERENCE_OVER_PI(asinpi, asin)
LW_REFERENCE_OVER_PI(atanpi, atan)
#undef LW_REFERENCE_OVER_PI

// Returns the exact difference of x and the nearest multiple of 1/2. The difference is in [-1/4, 1/4]. If the
// nearest multiple is n / 2, sets `quarter` to the low bits of n.
template <class W>
W reduced_half_turns(W x, int& quarter) {
    return std::remquo(x, W(0.5), &quarter);
}
template <class W>
W sinpi(W x) {
    if (!std::isfinite(x)) return std::numeric_limits<W>::quiet_NaN();
    int quarter = 0;
    const W rest = reduced_half_turns(std::fabs(x), quarter) * pi<W>;
    const W magnitude = quarter & 1 ? cos(rest) : sin(rest);
    const W value = quarter & 2 ? -magnitude : magnitude;
    return value == 0 ? std::copysign(W(0), x) : std::signbit(x) ? -value : value;
}
template <class W>
W cospi(W x) {
    if (!std::isfinite(x)) return std::numeric_limits<W>::quiet_NaN();
    int quarter = 0;
    const W rest = reduced_half_turns(std::fabs(x), quarter) * pi<W>;
    const W magnitude = quarter & 1 ? sin(rest) : cos(rest);
    const W value = (quarter + 1) & 2 ? -magnitude : magnitude;
    return value == 0 ? W(0) : value;
}
template <class W>
W tanpi(W x) {
    if (!std::isfinite(x)) return std::numeric_limits<W>::quiet_NaN();
    int quarter = 0;
    const W rest = reduced_half_turns(std::fabs(x), quarter) * pi<W>;
    W value = tan(rest);
    if (value == 0)  // the sign alternates from one zero to the next, and from one pole to the next
        value = std::copysign(quarter & 1 ? std::numeric_limits<W>::infinity() : W(0), quarter & 2 ? W(-1) : W(1));
    else if (quarter & 1)
        value = -1 / value;
    return std::signbit(x) ? -value : value;
}

#define LW_REFERENCE_STD(name)  \
    template <class W>          \
    W name(W x, W y) {          \
        return std::name(x, y); \
    }
#define LW_REFERENCE_EXACT(name)                                       \
    inline double name(double x, double y) { return std::name(x, y); } \
    inline long double name(long double x, long double y) { return exact::of(mpfr_##name, x, y); }
LW_REFERENCE_EXACT(atan2)
LW_REFERENCE_STD(copysign)
LW_REFERENCE_STD(fdim)
LW_REFERENCE_STD(fmax)
LW_REFERENCE_STD(fmin)
LW_REFERENCE_STD(fmod)
LW_REFERENCE_EXACT(hypot)
LW_REFERENCE_EXACT(pow)
LW_REFERENCE_STD(remainder)
#undef LW_REFERENCE_STD
#undef LW_REFERENCE_EXACT

inline double atan2pi(double y, double x) { return std::atan2(y, x) / pi<double>; }
inline long double atan2pi(long double y, long double x) { return exact::atan2_over_pi(y, x); }

template <class W>
W maxmag(W x, W y) {
    return std::fabs(x) > std::fabs(y) ? x : std::fabs(y) > std::fabs(x) ? y : std::fmax(x, y);
}
template <class W>
W minmag(W x, W y) {
    return std::fabs(x) < std::fabs(y) ? x : std::fabs(y) < std::fabs(x) ? y : std::fmin(x, y);
}
inline double nextafter(double x, double y) { return std::nextafter(static_cast<float>(x), static_cast<float>(y)); }
inline long double nextafter(long double x, long double y) {
    return std::nextafter(static_cast<double>(x), static_cast<double>(y));
}

// OpenCL C 3.0, 7.5.1, defines powr(x, y) as exp(y * log(x)).
template <class W>
W powr(W x, W y) {
    const W nan = std::numeric_limits<W>::quiet_NaN();
    if (std::isnan(x) || std::isnan(y) || x < 0) return nan;
    if (y == 0 && (x == 0 || std::isinf(x))) return nan;
    if (x == 1 && std::isinf(y)) return nan;
    return pow(std::fabs(x), y);
}

template <class W>
W ldexp(W x, int n) {
    return std::scalbn(x, n);
}
template <class W>
W pown(W x, int n) {
    return pow(x, static_cast<W>(n));
}
template <class W>
W rootn(W x, int n) {
    if (n == 0 || (x < 0 && n % 2 == 0)) return std::numeric_limits<W>::quiet_NaN();
    const long double power = exact::root(x, n);
    return n % 2 == 0 ? static_cast<W>(power) : std::copysign(static_cast<W>(power), x);
}

}  // namespace reference
}  // namespace lanewise::test
