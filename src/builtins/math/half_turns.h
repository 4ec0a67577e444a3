// sin(pi x) and cos(pi x): the argument is reduced exactly, so that no large-argument case exists.
#pragma once

#include "math/lanes.h"

namespace lw {

/// x modulo 2, from -1 to 1; exact, nan for infinities.
template <class V>
LW_INLINE V modulo_turn(V x) {
    return fused(__builtin_elementwise_rint(x * (V)0.5), (V)-2, x);
}

/// sin(pi r) for |r| <= 1/2, or next to 1/2 a bit more than 1. Minimax, off by less than a tenth of an ulp.
template <class V>
LW_INLINE V sine_of_turns(V r) {
    const V square = r * r;
    V p;
    if constexpr (is_double<V>)
        p = fused(
            square,
            polynomial(square, -0x1.4abbce625be53p+2, 0x1.466bc6775aad6p+1, -0x1.32d2cce62adafp-1, 0x1.50783486f10fcp-4,
                       -0x1.e3074ee58f54dp-8, 0x1.e8f3afe997786p-12, -0x1.6f8663768f69fp-16, 0x1.9ec493ab55890p-21),
            (V)0x1.1a62633145c07p-53);
    else
        p = fused(square,
                  polynomial(square, -0x1.4abbcep2f, 0x1.466b9ep1f, -0x1.32c97cp-1f, 0x1.4ecda2p-4f, -0x1.a88986p-8f),
                  (V)-0x1.777a5cp-24f);
    return fused(r, (V)(is_double<V> ? (Element<V>)0x1.921fb54442d18p1 : (Element<V>)0x1.921fb6p1f), r * p);
}

/// The sine of x's half turns, from 0 to 1/2.
template <class V>
LW_INLINE V sinpi(V x) {
    const V turns = modulo_turn(x);
    const V size = abs_of(turns), other = (V)1 - size;
    const V r = choose(other < size, other, size);
    const V sine = sine_of_turns(r);
    // 7.5.1: "sinpi(+-n) returns +-0 for positive integers n."
    return with_sign_of(choose(sine > (V)1, (V)1, sine), choose(r == (V)0, x, turns));
}

/// 7.5.1: "cospi(n + 0.5) is +0 for any integer n where n + 0.5 is representable."
template <class V>
LW_INLINE V cospi(V x) {
    return limited(sine_of_turns((V)0.5 - abs_of(modulo_turn(x))), -1, 1);
}

template <class V>
LW_INLINE V tanpi(V x) {
    const V turns = modulo_turn(x);
    const V half_turns = abs_of(turns);
    const V sine = sine_of_turns(__builtin_elementwise_min(half_turns, (V)1 - half_turns));
    const V result = sine / sine_of_turns((V)0.5 - half_turns);
    // 7.5.1: zeros at even n have the sign of n, and at odd n the other: as the cosine has it.
    const V sign = choose(sine == (V)0, x, turns);
    return with_sign_added(result, sign);
}

}  // namespace lw
