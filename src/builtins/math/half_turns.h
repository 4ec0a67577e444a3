// Half turns: the argument of sinpi, cospi and tanpi is reduced exactly, so that no large-argument case exists.
#pragma once

#include "math/trigonometric_double.h"

namespace lw {

/// x = 2k + quadrant / 2 + rest with |rest| <= 1/4 and quadrant an integer in -4..4.
template <class V>
struct HalfTurns {
    V rest;
    V quadrant;
};

/// Exact; nan for infinities.
template <class V>
LW_INLINE HalfTurns<V> reduce_half_turns(V x) {
    const V turns = x - (V)2 * __builtin_elementwise_trunc(x * (V)0.5);
    const V quadrant = __builtin_elementwise_rint(turns * (V)2);
    return {fused(quadrant, (V)-0.5, turns), quadrant};
}

/// sin(pi r) and cos(pi r) for |r| <= 1/4.
template <class V>
LW_INLINE V sine_of_turns(V r) {
    if constexpr (is_double<V>) {
        return sine_in_quadrant_double(r * (V)3.14159265358979323846);
    } else {
        const V square = r * r;
        const V p = polynomial(square, -0x1.4abbcep+2f, 0x1.466b84p+1f, -0x1.32b5ap-1f, 0x1.46c086p-4f);
        return fused(r, (V)0x1.921fb6p+1f, fused(r * square, p, r * (V)-0x1.777a5cp-24f));
    }
}
template <class V>
LW_INLINE V cosine_of_turns(V r) {
    if constexpr (is_double<V>)
        return cosine_in_quadrant_double(r * (V)3.14159265358979323846);
    else
        return polynomial(r * r, 0x1p+0f, -0x1.3bd3ccp+2f, 0x1.03c1b8p+2f, -0x1.55b7cep+0f, 0x1.d684aap-3f);
}

template <class V>
LW_INLINE V sinpi(V x) {
    const HalfTurns<V> turns = reduce_half_turns(x);
    const V magnitude = choose(has_bit(turns.quadrant, 1), cosine_of_turns(turns.rest), sine_of_turns(turns.rest));
    const V result = choose(has_bit(turns.quadrant, 2), -magnitude, magnitude);
    // 7.5.1: "sinpi(+-n) returns +-0 for positive integers n."
    return choose(result == (V)0, with_sign_of((V)0, x), result);
}

}  // namespace lw
