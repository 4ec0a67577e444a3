// The exponential function in float: x = n ln 2 + r, exp(x) = 2^n exp(r) with a minimax polynomial for exp(r).
#pragma once

#include "math/common/exponent_bits.h"
#include "math/common/float_ops.h"

namespace lw {

inline constexpr float log2_e = 0x1.715476p+0f;
// ln 2 as the sum of two floats.
inline constexpr float ln2_high = 0x1.62e43p-1f;
inline constexpr float ln2_low = -0x1.05c61p-29f;

/// x * 2^n for |n| <= 252, rounded once even if the result is subnormal.
template <class V>
LW_INLINE V scaled(V x, Nearest<V> power) {
    if (has_float_ops()) return scale_exponent(x, power.value);
    const Signed<V> n = power.integer;
    const Signed<V> part = n >> 1;
    return x * power_of_two<V>(part) * power_of_two<V>(n - part);
}

/// Parts of x = n ln 2 + r, |r| <= ln 2 / 2.
template <class V>
struct ExponentialParts {
    V rest;
    Nearest<V> power;
};

template <class V>
LW_INLINE ExponentialParts<V> reduce_exponential(V x) {
    const Nearest<V> n = nearest_integer(x, log2_e);
    const V high = fused(n.value, (V)-ln2_high, x);
    return {fused(n.value, (V)-ln2_low, high), n};
}

/// exp(r) - 1 for |r| <= ln 2 / 2.
template <class V>
LW_INLINE V exponential_rest(V r) {
    const V p = polynomial(r, 0x1p-1f, 0x1.555492p-3f, 0x1.5558f2p-5f, 0x1.1239ep-7f, 0x1.6a243ap-10f);
    return fused(r * r, p, r);
}

/// 2^r for |r| <= 1/2.
template <class V>
LW_INLINE V exp2_rest_float(V r) {
    return polynomial(r, 0x1p+0f, 0x1.62e43p-1f, 0x1.ebfbd8p-3f, 0x1.c6af76p-5f, 0x1.3b30ap-7f, 0x1.5f0b82p-10f,
                      0x1.3fa206p-13f);
}

template <class V>
LW_INLINE V exp_float(V x) {
    const ExponentialParts<V> parts = reduce_exponential(limited(x, -104.0f, 90.0f));
    return scaled(exponential_rest(parts.rest) + (V)1, parts.power);
}

/// exp(x) - 1, for any x.
template <class V>
LW_INLINE V expm1_float(V x) {
    const ExponentialParts<V> parts = reduce_exponential(limited(x, -30.0f, 89.0f));
    // Computes half of the result, since n may be 128, and 2^128 is infinite.
    const V half_power = power_of_two<V>(parts.power.integer - 1);
    const V half_result = fused(half_power, exponential_rest(parts.rest), half_power - (V)0.5f);
    return choose(abs_of(x) < (V)0x1p-24f, x, half_result + half_result);
}

}  // namespace lw
