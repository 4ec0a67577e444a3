// Powers of float: x^y = exp(y log(x)), with log(x) in two parts. If log(x) has the relative error e, the result has
// the relative error |log(result)| * e, which is at most 104 * e. Since e is below 2^-28, the error stays far below the
// 16 ULP that OpenCL allows.
#pragma once

#include "math/common/power_limits.h"
#include "math/common/two_parts.h"
#include "math/float/exponential_float.h"
#include "math/power.h"

namespace lw {

// Tables for 32 intervals of significands from 1 to 2: inverses, and logarithms to base 2 in a high and a low part. The
// first interval, next to 1, has logarithm 0; the last one, next to 2, has logarithm 1. An inverse has seven bits, so
// that significand * inverse - 1, at most 1/32 in magnitude, is exact. The last bit of a high part is 2^-16.
static __constant float16 inverse_float_mantissas[2] = {
    {0x1p+0f, 0x1.e8p-1f, 0x1.d8p-1f, 0x1.dp-1f, 0x1.cp-1f, 0x1.b8p-1f, 0x1.a8p-1f, 0x1.ap-1f, 0x1.98p-1f, 0x1.88p-1f,
     0x1.8p-1f, 0x1.78p-1f, 0x1.7p-1f, 0x1.68p-1f, 0x1.6p-1f, 0x1.58p-1f},
    {0x1.5p-1f, 0x1.48p-1f, 0x1.48p-1f, 0x1.4p-1f, 0x1.38p-1f, 0x1.3p-1f, 0x1.3p-1f, 0x1.28p-1f, 0x1.2p-1f, 0x1.2p-1f,
     0x1.18p-1f, 0x1.1p-1f, 0x1.1p-1f, 0x1.08p-1f, 0x1.08p-1f, 0x1p-1f}};
static __constant float16 float_mantissa_logs_high[2] = {
    {0x0p+0f, 0x1.1bbp-4f, 0x1.e0bp-4f, 0x1.22d8p-3f, 0x1.8a88p-3f, 0x1.bfc8p-3f, 0x1.169cp-2f, 0x1.32cp-2f,
     0x1.4f7p-2f, 0x1.8a88p-2f, 0x1.a9p-2f, 0x1.c818p-2f, 0x1.e7ep-2f, 0x1.042cp-1f, 0x1.14c6p-1f, 0x1.25cp-1f},
    {0x1.3722p-1f, 0x1.48eep-1f, 0x1.48eep-1f, 0x1.5b2cp-1f, 0x1.6dep-1f, 0x1.811p-1f, 0x1.811p-1f, 0x1.94c2p-1f,
     0x1.a9p-1f, 0x1.a9p-1f, 0x1.bdcep-1f, 0x1.d338p-1f, 0x1.d338p-1f, 0x1.e946p-1f, 0x1.e946p-1f, 0x1p+0f}};
static __constant float16 float_mantissa_logs_low[2] = {
    {0x0p+0f, 0x1.953002p-19f, 0x1.ae8f3p-20f, 0x1.6e155ap-18f, 0x1.80abfcp-19f, -0x1.858p-19f, 0x1.4d8fc6p-24f,
     -0x1.1c8f12p-22f, -0x1.134c4ep-20f, 0x1.80abfcp-18f, -0x1.a39fbep-20f, 0x1.dc2d46p-18f, -0x1.40358ep-19f,
     -0x1.5a32c2p-20f, -0x1.3e032ep-18f, 0x1.408c78p-18f},
    {0x1.5db83ap-20f, 0x1.e3263p-18f, 0x1.e3263p-18f, 0x1.ed0cbap-20f, -0x1.eac382p-20f, -0x1.6b9026p-19f,
     -0x1.6b9026p-19f, 0x1.0e9258p-18f, -0x1.a39fbep-19f, -0x1.a39fbep-19f, 0x1.3b992cp-18f, 0x1.20a6dep-21f,
     0x1.20a6dep-21f, -0x1.a6eb1ep-18f, -0x1.a6eb1ep-18f, 0x0p+0f}};

/// log2(x): the sum of the exponent of x, a table entry for its significand, and the logarithm of 1 + r. The relative
/// error is at most 2^-29.
template <class V>
LW_INLINE TwoParts<V> log2_by_float_table(V x) {
    const V z = significand(x);
    const Ints<V> number = bits<Ints<V>>(z) >> 18;
    const V r = fused(z, look_up(inverse_float_mantissas, number), (V)-1);
    const V known = exponent_part(x) + look_up(float_mantissa_logs_high, number);
    const TwoParts<V> slope = product(r, (V)0x1.715476p+0f);
    const TwoParts<V> sum = fast_sum(known, slope.high);
    const V p = polynomial(r, 0x1.481e14p-26f, -0x1.715476p-1f, 0x1.ec7168p-2f, -0x1.71721ap-2f, 0x1.2089d6p-2f);
    const V rest = (look_up(float_mantissa_logs_low, number) + slope.low) + sum.low;
    return {sum.high, fused(r, p, rest)};
}

/// log(x) without a table: log(1 + f) = 2 (s + s^3/3 + ...), s = f / (2 + f).
template <class V>
LW_INLINE TwoParts<V> log_by_division(V x) {
    const LogarithmParts<V> parts = split_for_logarithm(x);
    const HalfLogarithm<V> halved = half_logarithm(parts.fraction);
    const TwoParts<V> series = fast_sum(halved.s.high + halved.s.high, halved.rest.high + halved.rest.high);
    const TwoParts<V> sum = fast_sum(parts.exponent * (V)0x1.62e4p-1f, series.high);
    const V low = fused(halved.s.low, (V)2, series.low) + sum.low;
    return fast_sum(sum.high, fused(parts.exponent, (V)0x1.7f7d1cp-20f, low));
}

/// exp(high + low) for |high| < 105.
template <class V>
LW_INLINE V exp_of_two_parts(TwoParts<V> w) {
    const Nearest<V> n = nearest_integer(w.high, log2_e);
    const V rest = fused(n.value, (V)-ln2_high, w.high) + fused(n.value, (V)-ln2_low, w.low);
    return scaled(exponential_rest(rest) + (V)1, n);
}

/// 2^(high + low), with |low| <= 2; `high` has to be finite.
template <class V>
LW_INLINE V exp2_of_two_parts(TwoParts<V> w) {
    const V n = __builtin_elementwise_rint(w.high + w.low);
    return scale_exponent(exp2_rest_float((w.high - n) + w.low), n);
}

/// x^y for positive finite x. With AVX-512, uses the table, since AVX-512 has instructions that look up table entries
/// and that scale by any exponent.
template <class V, class Y>
LW_INLINE Powers<V> power_of_float(V x, Y y) {
    if (has_float_ops()) {
        const TwoParts<V> w = product(log2_by_float_table(x), y);
        const V beyond = choose(w.high > (V)0, (V)infinity<V>, choose(w.high < (V)0, (V)0, w.high));
        const Mask<V> is_usual = abs_of(w.high) < (V)1000;
        const V result = exp2_of_two_parts(w);
        return {result, is_usual, choose(is_usual, result, beyond)};
    }
    const TwoParts<V> w = product(log_by_division(x), y);
    const V result = exp_of_two_parts(w);
    const V beyond = choose(w.high > (V)90, (V)infinity<V>, choose(w.high < (V)-105, (V)0, result));
    return {result, abs_of(w.high) < (V)90, choose(w.high != w.high, w.high, beyond)};
}

}  // namespace lw
