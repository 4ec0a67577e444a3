// Powers of ordinary numbers: log2 |x| in two parts, times y in two parts, then 2^z. A relative error e of the
// logarithm is one of |z| e in the result, |z| up to 1075 (150 for float): the logarithm has to be right to some 9 bits
// more than the type has.
#pragma once

#include "math/exponential_double.h"
#include "math/exponential_float.h"
#include "math/logarithm_double.h"
#include "math/two_parts.h"

namespace lw {

/// log2(x) for positive finite x, with a relative error below 2^-61, or 2^-30 for float.
template <class V>
LW_INLINE TwoParts<V> log2_for_power(V x) {
    if constexpr (is_double<V>) {
        const LogarithmParts<V> parts = split_for_logarithm_double(x);
        const TwoParts<V> two_by_ln2 = {(V)0x1.71547652b82fep+1, (V)0x1.777d0ffda0d24p-55};
        return log2_in_two_parts(parts.exponent, parts.fraction, two_by_ln2, 0x1.5555555555555p-56, [](V square) {
            return wide_polynomial(square, 0x1.999999999999ap-3, 0x1.2492492492205p-3, 0x1.c71c71c7b472ep-4,
                                   0x1.745d16c6bbc4bp-4, 0x1.3b13e99db6cd9p-4, 0x1.1102db010e9bcp-4,
                                   0x1.e5f94fe74a63ep-5, 0x1.5e939ee2480cap-5, 0x1.096c11b52197ap-3);
        });
    } else {
        const LogarithmParts<V> parts = split_for_logarithm(x);
        const TwoParts<V> two_by_ln2 = {(V)0x1.715476p+1f, (V)0x1.4ae0cp-25f};
        return log2_in_two_parts(parts.exponent, parts.fraction, two_by_ln2, -0x1.555556p-27f, [](V square) {
            return polynomial(square, 0x1.9999a4p-3f, 0x1.2479fcp-3f, 0x1.d81462p-4f);
        });
    }
}

/// 2^(high + low).
template <class V>
LW_INLINE V exp2_of_two_parts(TwoParts<V> z) {
    const V inside = limited(z.high, is_double<V> ? -1076 : -151, is_double<V> ? 1025 : 129);
    const Nearest<V> n = nearest_integer(inside, 1);
    const V rest = (inside - n.value) + choose(inside == z.high, z.low, (V)0);
    if constexpr (is_double<V>)
        return scaled_double(exp2_rest_double(rest), n);
    else
        return scaled(exp2_rest_float(rest), n);
}

/// x^y for positive finite x; y may be infinite.
template <class V>
LW_INLINE V power_of_positive(V x, TwoParts<V> y) {
    // Beyond this a larger y cannot matter: log2 of no number but 1 is below 2^-54, 2^-25 for float.
    const Element<V> limit = is_double<V> ? (Element<V>)0x1p70 : (Element<V>)0x1p40f;
    return exp2_of_two_parts(product(log2_for_power(x), TwoParts<V>{limited(y.high, -limit, limit), y.low}));
}

/// n in two parts, exactly.
template <class V>
LW_INLINE TwoParts<V> in_two_parts(Ints<V> n) {
    if constexpr (is_double<V>)
        return {to<double>(n), (V)0};
    else
        return fast_sum(to<float>(n & (Ints<V>)~255), to<float>(n & 255));
}

/// 1 / n.
template <class V>
LW_INLINE TwoParts<V> inverse_in_two_parts(TwoParts<V> n) {
    const V inverse = (V)1 / n.high;
    return {inverse, fused(-inverse, n.low, fused(-inverse, n.high, (V)1)) * inverse};
}

}  // namespace lw
