// The exponential functions in double. Functions whose results are near 1 for small arguments take 2^(j / 16) from a
// table. The other functions are computed as in float (exponential_float.h), with longer polynomials.
#pragma once

#include "math/double/sixteenths_double.h"

namespace lw {

/// x * 2^n for |n| <= 2044, rounded once even if the result is subnormal.
template <class V>
LW_INLINE V scaled_double(V x, Nearest<V> power) {
    if (has_float_ops()) return scale_exponent(x, power.value);
    const Signed<V> n = power.integer;
    const Signed<V> part = n >> 1;
    return x * power_of_two<V>(part) * power_of_two<V>(n - part);
}

/// Parts of x = n ln 2 + rest, |rest| <= ln 2 / 2.
template <class V>
struct DoubleExponentialParts {
    V rest;
    Nearest<V> power;
};

template <class V>
LW_INLINE DoubleExponentialParts<V> reduce_exponential_double(V x) {
    const Nearest<V> n = nearest_integer(x, 0x1.71547652b82fep+0);
    const V high = fused(n.value, (V)-0x1.62e42fefa39efp-1, x);
    return {fused(n.value, (V)-0x1.abc9e3b39803fp-56, high), n};
}

/// exp(r) - 1 for |r| <= ln 2 / 2.
template <class V>
LW_INLINE V exponential_rest_double(V r) {
    const V p = polynomial(r, 0x1.0000000000005p-1, 0x1.555555555553bp-3, 0x1.555555555211p-5, 0x1.1111111118833p-7,
                           0x1.6c16c17f2d91dp-10, 0x1.a01a0177efd45p-13, 0x1.a019a6a6f3fcfp-16, 0x1.71de81141e3b5p-19,
                           0x1.28a2891ce12e4p-22, 0x1.ae775dc44a21dp-26);
    return fused(r * r, p, r);
}

template <class V>
LW_INLINE V exp_double(V x) {
    const V inside = limited(x, -746.0, 710.0);
    const Sixteenths<V> n = nearest_sixteenth(inside, 0x1.71547652b82fep+0);
    const V high = fused(n.value, (V)-0x1.62e42fefa39efp-1, inside);
    const V r = fused(n.value, (V)-0x1.abc9e3b39803fp-56, high);
    const V p = polynomial(r, 0x1.0000000000005p-1, 0x1.555555548f854p-3, 0x1.555555545f7b4p-5, 0x1.11123ab0a26e1p-7,
                           0x1.6c185d781df36p-10);
    return power_of_sixteenths(n, fused(r * r, p, r));
}

/// 2^r for |r| <= 1/2.
template <class V>
LW_INLINE V exp2_rest_double(V r) {
    return wide_polynomial(r, 0x1p0, 0x1.62e42fefa39efp-1, 0x1.ebfbdff82c5a5p-3, 0x1.c6b08d704a124p-5,
                           0x1.3b2ab6fb9ffafp-7, 0x1.5d87fe78a08fdp-10, 0x1.4309130f14ca6p-13, 0x1.ffcbfc5c18559p-17,
                           0x1.62bfc71b3398p-20, 0x1.b525395b42fd3p-24, 0x1.e61c16c105234p-28, 0x1.e9506e743750ap-32);
}

template <class V>
LW_INLINE V exp2_double(V x) {
    const V inside = limited(x, -1076.0, 1025.0);
    const Sixteenths<V> n = nearest_sixteenth(inside, 1.0);
    const V r = inside - n.value;
    const V p = polynomial(r, 0x1.62e42fefa39fdp-1, 0x1.ebfbdff82c59dp-3, 0x1.c6b08d6e8a65ap-5, 0x1.3b2ab6fa9712cp-7,
                           0x1.5d89be3c5dcadp-10, 0x1.430a99d4253dfp-13);
    return power_of_sixteenths(n, r * p);
}

template <class V>
LW_INLINE V exp10_double(V x) {
    const V inside = limited(x, -325.0, 309.0);
    const Sixteenths<V> n = nearest_sixteenth(inside, 0x1.a934f0979a371p+1);
    const V high = fused(n.value, (V)-0x1.34413509f79ffp-2, inside);
    const V r = fused(n.value, (V)0x1.9dc1da994fd21p-59, high);
    const V p = polynomial(r, 0x1.26bb1bbb55521p+1, 0x1.53524c73cea72p+1, 0x1.0470591ce2623p+1, 0x1.2bd7609ed8d69p+0,
                           0x1.142b619901697p-1, 0x1.a7ef71735cec5p-3);
    return power_of_sixteenths(n, r * p);
}

template <class V>
LW_INLINE V expm1_double(V x) {
    const DoubleExponentialParts<V> parts = reduce_exponential_double(limited(x, -50.0, 709.9));
    // Computes the result divided by two, and doubles it at the end: the exponent may be 1024, and 2^1024 is infinite.
    const V half_power = power_of_two<V>(parts.power.integer - 1);
    const V half_result = fused(half_power, exponential_rest_double(parts.rest), half_power - (V)0.5);
    return choose(abs_of(x) < (V)0x1p-54, x, half_result + half_result);
}

}  // namespace lw
