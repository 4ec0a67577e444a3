// Powers of doubles: log2 |x| as the unevaluated sum of two doubles with a relative error below 2^-62, times y, then
// 2^z. log(m) = 2 (s + s^3/3 + s^5/5 + ...) with s = (m - 1) / (m + 1), whose first two terms are kept in two doubles
// (Dekker, "A floating-point technique for extending the available precision", 1971).
#pragma once

#include "math/exponential_double.h"
#include "math/logarithm_double.h"

namespace lw {

/// The sum high + low, |low| at most half a unit in the last place of high.
template <class V>
struct TwoDoubles {
    V high;
    V low;
};

/// a + b for |a| >= |b| or a = 0.
template <class V>
LW_INLINE TwoDoubles<V> fast_sum(V a, V b) {
    const V high = a + b;
    return {high, (a - high) + b};
}

template <class V>
LW_INLINE TwoDoubles<V> product(V a, V b) {
    const V high = a * b;
    return {high, fused(a, b, -high)};
}

/// Leaves out the product of the low parts.
template <class V>
LW_INLINE TwoDoubles<V> product(TwoDoubles<V> a, TwoDoubles<V> b) {
    const TwoDoubles<V> main = product(a.high, b.high);
    return {main.high, fused(a.high, b.low, fused(a.low, b.high, main.low))};
}

/// s = f / (2 + f).
template <class V>
LW_INLINE TwoDoubles<V> series_argument(V f) {
    const TwoDoubles<V> divisor = fast_sum((V)2, f);
    const V high = f / divisor.high;
    const V rest = fused(-high, divisor.high, f);
    return {high, fused(-high, divisor.low, rest) / divisor.high};
}

/// log2(x) for positive finite x.
template <class V>
LW_INLINE TwoDoubles<V> log2_in_two(V x) {
    const LogarithmParts<V> parts = split_for_logarithm_double(x);
    const TwoDoubles<V> s = series_argument(parts.fraction);
    const TwoDoubles<V> square = product(s, s);
    const V tail = square.high * polynomial(square.high, 0x1.999999999999ap-3, 0x1.2492492492492p-3,
                                            0x1.c71c71c71c71cp-4, 0x1.745d1745d1746p-4, 0x1.3b13b13b13b14p-4,
                                            0x1.1111111111111p-4, 0x1.e1e1e1e1e1e1ep-5, 0x1.af286bca1af28p-5,
                                            0x1.8618618618618p-5, 0x1.642c8590b2164p-5, 0x1.47ae147ae147bp-5);
    TwoDoubles<V> factor = fast_sum((V)0x1.5555555555555p-2, tail);
    factor.low += (V)0x1.5555555555555p-56;
    const TwoDoubles<V> cubes = product(s, product(square, factor));
    TwoDoubles<V> half_log = fast_sum(s.high, cubes.high);
    half_log.low += s.low + cubes.low;
    const TwoDoubles<V> two_by_ln2 = {(V)0x1.71547652b82fep+1, (V)0x1.777d0ffda0d24p-55};
    const TwoDoubles<V> fraction = product(half_log, two_by_ln2);
    const TwoDoubles<V> sum = fast_sum(parts.exponent, fraction.high);
    return {sum.high, sum.low + fraction.low};
}

/// |x|^y. nan for nan; 1^inf and x^0 are 1.
template <class V>
LW_INLINE V power_of_magnitude(V x, TwoDoubles<V> y) {
    const V inf = (V)infinity<V>;
    const V magnitude = abs_of(x);
    const TwoDoubles<V> logarithm = log2_in_two(magnitude);
    // Beyond 2^70 a larger y cannot matter: log2 of no double but 1 is below 2^-54.
    const TwoDoubles<V> z = product(logarithm, {limited(y.high, -0x1p70, 0x1p70), y.low});
    const V inside = limited(z.high, -1076.0, 1025.0);
    const Nearest<V> n = nearest_integer(inside, 1.0);
    const V rest = (inside - n.value) + choose(inside == z.high, z.low, (V)0);
    const V power = scaled_double(exp2_rest_double(rest), n.integer);
    const V of_zero = choose(y.high < (V)0, inf, (V)0);
    const V of_infinity = choose(y.high < (V)0, (V)0, inf);
    const V finite = choose(magnitude == inf, of_infinity, choose(magnitude == (V)0, of_zero, power));
    return choose(y.high == (V)0, (V)1, finite);
}

}  // namespace lw
