// Logarithms in double, computed like logarithms in float: log(1 + f) is a series in s = f / (2 + f).
#pragma once

#include "math/float/logarithm_float.h"

namespace lw {

template <class V>
LW_INLINE Signed<V> exponent_steps_double(Signed<V> pattern) {
    return (pattern - (Signed<V>)0x3fe6a09e667f3bcd) & (Signed<V>)0xfff0000000000000;
}

/// Splits a positive normal x into exponent and fraction.
template <class V>
LW_INLINE LogarithmParts<V> split_normal_double(V x) {
    const Signed<V> pattern = bits<Signed<V>>(x);
    const Signed<V> steps = exponent_steps_double<V>(pattern);
    return {to<double>(steps >> 52), bits<V>(pattern - steps) - (V)1};
}

/// Applies `join` to the parts of x, and adds the special cases of a logarithm. Arguments that are not positive and
/// normal are rare, so a branch handles them.
template <class V, class Join>
LW_INLINE V logarithm_of_parts(V x, Join join) {
    const Unsigned<V> least = bits<Unsigned<V>>((V)0x1p-1022);
    const Mask<V> usual = bits<Unsigned<V>>(x) - least < bits<Unsigned<V>>((V)infinity<V>) - least;
    const bool some_unusual = any_lane(without(usual));
    V normal = x, offset = (V)0;
    if (some_unusual) {
        const Mask<V> subnormal = x < (V)0x1p-1022;
        normal = choose(subnormal, x * (V)0x1p54, x);
        offset = choose(subnormal, (V)-54, (V)0);
    }
    const LogarithmParts<V> parts = split_normal_double(normal);
    const V result = join(LogarithmParts<V>{parts.exponent + offset, parts.fraction});
    return some_unusual ? with_logarithm_limits(x, result) : result;
}

/// log(1 + f) - f for 1 + f between sqrt(1/2) and sqrt(2).
template <class V>
LW_INLINE V logarithm_rest_double(V f) {
    const V s = f / ((V)2 + f);
    const V square = s * s;
    const V series = square * polynomial(square, 0x1.5555555555555p-1, 0x1.9999999999d58p-2, 0x1.249249242f0a3p-2,
                                         0x1.c71c725c1a07p-3, 0x1.745cdb9028219p-3, 0x1.3b2153d48de73p-3,
                                         0x1.0f4a9be5a32e4p-3, 0x1.101e903bcb855p-3);
    const V half_square = (V)0.5 * f * f;
    return fused(s, half_square + series, -half_square);
}

/// exponent * ln 2 + log(1 + fraction).
template <class V>
LW_INLINE V join_logarithm_double(LogarithmParts<V> parts) {
    const V rest = fused(parts.exponent, (V)0x1.abc9e3b39803fp-56, logarithm_rest_double(parts.fraction));
    return fused(parts.exponent, (V)0x1.62e42fefa39efp-1, parts.fraction + rest);
}

template <class V>
LW_INLINE V log_double(V x) {
    return logarithm_of_parts(x, [](LogarithmParts<V> parts) { return join_logarithm_double(parts); });
}

template <class V>
LW_INLINE V log2_double(V x) {
    return logarithm_of_parts(x, [](LogarithmParts<V> parts) {
        const V high = (V)0x1.71547652b82fep+0, low = (V)0x1.777d0ffda0d24p-56;
        const V rest = fused(logarithm_rest_double(parts.fraction), high, parts.fraction * low);
        return fused(parts.fraction, high, rest) + parts.exponent;
    });
}

template <class V>
LW_INLINE V log10_double(V x) {
    return logarithm_of_parts(x, [](LogarithmParts<V> parts) {
        const V high = (V)0x1.bcb7b1526e50ep-2, low = (V)0x1.95355baaafad3p-57;
        const V rest = fused(logarithm_rest_double(parts.fraction), high, parts.fraction * low);
        const V logarithm = fused(parts.fraction, high, fused(parts.exponent, (V)-0x1.9dc1da994fd21p-59, rest));
        return fused(parts.exponent, (V)0x1.34413509f79ffp-2, logarithm);
    });
}

template <class V>
LW_INLINE V log1p_double(V x) {
    const Signed<V> steps = exponent_steps_double<V>(bits<Signed<V>>((V)1 + x));
    // (1 + x) 2^-e - 1 without the rounding of 1 + x. 2^(2 - e) is normal for every e up to 1024.
    const V inverse = bits<V>((Signed<V>)0x4010000000000000 - steps);
    const V fraction = fused(x * (V)0.25, inverse, inverse * (V)0.25 - (V)1);
    const V result = join_logarithm_double(LogarithmParts<V>{to<double>(steps >> 52), fraction});
    const V finite = choose(x < (V)infinity<V>, result, x);
    const V above = choose(x == (V)-1, (V)-infinity<V>, finite);
    const V defined = choose(x < (V)-1, (V)not_a_number<V>, above);
    return choose(abs_of(x) < (V)0x1p-54, x, defined);
}

}  // namespace lw
