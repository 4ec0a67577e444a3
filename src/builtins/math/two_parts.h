// Numbers as the unevaluated sum of two (Dekker, "A floating-point technique for extending the available precision",
// 1971).
#pragma once

#include "math/lanes.h"

namespace lw {

/// The sum high + low, |low| at most about a unit in the last place of high.
template <class V>
struct TwoParts {
    V high;
    V low;
};

/// a + b for |a| >= |b| or a = 0.
template <class V>
LW_INLINE TwoParts<V> fast_sum(V a, V b) {
    const V high = a + b;
    return {high, (a - high) + b};
}

template <class V>
LW_INLINE TwoParts<V> product(V a, V b) {
    const V high = a * b;
    return {high, fused(a, b, -high)};
}

/// Leaves out the product of the low parts.
template <class V>
LW_INLINE TwoParts<V> product(TwoParts<V> a, TwoParts<V> b) {
    const TwoParts<V> main = product(a.high, b.high);
    return {main.high, fused(a.high, b.low, fused(a.low, b.high, main.low))};
}

/// log2(2^exponent (1 + f)) from log(1 + f) = 2 (s + s^3/3 + s^5/5 + ...), s = f / (2 + f). `rest` is the polynomial
/// 1/5 + s^2/7 + ... in s^2, and `two_by_ln2` 2 / ln 2 in two parts; `third_low` is what 1/3 is more than the type's.
template <class V, class Rest>
LW_INLINE TwoParts<V> log2_in_two_parts(V exponent, V f, TwoParts<V> two_by_ln2, Element<V> third_low, Rest rest) {
    const TwoParts<V> divisor = fast_sum((V)2, f);
    const V inverse = (V)1 / divisor.high;
    const V s = f * inverse;
    const V s_low = fused(-s, divisor.low, fused(-s, divisor.high, f)) * inverse;
    const V square = s * s;
    const V square_low = fused(s + s, s_low, fused(s, s, -square));
    const V third = (V)((Element<V>)1 / 3);
    const V tail = rest(square);
    const V factor = fused(square, tail, third);
    const V factor_low = fused(square, tail, third - factor) + (V)third_low;
    const TwoParts<V> fraction = product(TwoParts<V>{square, square_low}, TwoParts<V>{factor, factor_low});
    const TwoParts<V> cube = product(TwoParts<V>{s, s_low}, fraction);
    TwoParts<V> half_log = fast_sum(s, cube.high);
    half_log.low += s_low + cube.low;
    const TwoParts<V> logarithm = product(half_log, two_by_ln2);
    const TwoParts<V> sum = fast_sum(exponent, logarithm.high);
    return {sum.high, sum.low + logarithm.low};
}

}  // namespace lw
