// Logarithms as sums of two numbers (TwoParts), for powers and for the exponents of the gamma function.
#pragma once

#include "math/common/two_parts.h"
#include "math/double/exponential_double.h"
#include "math/double/logarithm_double.h"
#include "math/float/exponential_float.h"

namespace lw {

/// Parts of log(1 + f) / 2: s = f / (2 + f), and the rest s^3/3 + s^5/5 + ...
template <class V>
struct HalfLogarithm {
    TwoParts<V> s;
    TwoParts<V> rest;
};

/// Computes s and the rest of log(1 + f) / 2. The rest is below s / 100, so float needs only the high part of the rest.
template <class V>
LW_INLINE HalfLogarithm<V> half_logarithm(V f) {
    const TwoParts<V> divisor = fast_sum((V)2, f);
    const V inverse = (V)1 / divisor.high;
    const V s = f * inverse;
    const V s_low = fused(-s, divisor.low, fused(-s, divisor.high, f)) * inverse;
    const V square = s * s;
    const V third = (V)((Element<V>)1 / 3);
    if constexpr (is_double<V>) {
        const V square_low = fused(s + s, s_low, fused(s, s, -square));
        const V tail = wide_polynomial(square, 0x1.999999999999ap-3, 0x1.2492492492205p-3, 0x1.c71c71c7b472ep-4,
                                       0x1.745d16c6bbc4bp-4, 0x1.3b13e99db6cd9p-4, 0x1.1102db010e9bcp-4,
                                       0x1.e5f94fe74a63ep-5, 0x1.5e939ee2480cap-5, 0x1.096c11b52197ap-3);
        const V factor = fused(square, tail, third);
        const V factor_low = fused(square, tail, third - factor) + (V)0x1.5555555555555p-56;
        const TwoParts<V> fraction = product(TwoParts<V>{square, square_low}, TwoParts<V>{factor, factor_low});
        return {{s, s_low}, product(TwoParts<V>{s, s_low}, fraction)};
    } else {
        const V tail = polynomial(square, 0x1.9999a4p-3f, 0x1.2479fcp-3f, 0x1.d81462p-4f);
        return {{s, s_low}, {s * (square * fused(square, tail, third)), (V)0}};
    }
}

/// log2(x) for positive finite x, with a relative error below 2^-61, or 2^-29 for float. A double x must be normal.
template <class V>
LW_INLINE TwoParts<V> log2_for_power(V x) {
    LogarithmParts<V> parts;
    TwoParts<V> two_by_ln2;
    if constexpr (is_double<V>) {
        parts = split_normal_double(x);
        two_by_ln2 = {(V)0x1.71547652b82fep+1, (V)0x1.777d0ffda0d24p-55};
    } else {
        parts = split_for_logarithm(x);
        two_by_ln2 = {(V)0x1.715476p+1f, (V)0x1.4ae0cp-25f};
    }
    const HalfLogarithm<V> halved = half_logarithm(parts.fraction);
    TwoParts<V> sum = fast_sum(halved.s.high, halved.rest.high);
    sum.low += halved.s.low + halved.rest.low;
    const TwoParts<V> logarithm = product(sum, two_by_ln2);
    const TwoParts<V> result = fast_sum(parts.exponent, logarithm.high);
    return {result.high, result.low + logarithm.low};
}

}  // namespace lw
