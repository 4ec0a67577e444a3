// Hyperbolic functions in double. With |x| = n ln 2 + r, addition theorems give sinh(x) and tanh(x) from sinh(r) and
// cosh(r). The computations of sinh(x) and tanh(x) share all steps except two short polynomials. No exponential is
// subtracted from another one, and for n = 0 no digits cancel.
#pragma once

#include "math/double/exponential_double.h"

namespace lw {

/// sinh(x) / 2 and cosh(x) / 2.
template <class V>
struct HyperbolicHalves {
    V sine;
    V cosine;
};

/// Computes sinh(x) / 2 and cosh(x) / 2 for 0 <= x <= 710.5. A subnormal sinh(x) / 2 loses a bit.
template <class V>
LW_INLINE HyperbolicHalves<V> hyperbolic_halves(V x) {
    const DoubleExponentialParts<V> parts = reduce_exponential_double(x);
    const V r = parts.rest, square = r * r;
    // Minimax polynomials for |r| <= ln 2 / 2, with an error of 2^-58.
    const V sine_p = polynomial(square, 0x1.5555555555555p-3, 0x1.1111111111488p-7, 0x1.a01a019d94bdp-13,
                                0x1.71de464fc1e53p-19, 0x1.ae327fb83633p-26, 0x1.acc914e042678p-33);
    const V cosine_p = polynomial(square, 0x1p-1, 0x1.5555555555556p-5, 0x1.6c16c16c15ffp-10, 0x1.a01a01a81fe39p-16,
                                  0x1.27e4d7fe77f2bp-22, 0x1.1f79192a7ca48p-29);
    const V sine = fused(r * square, sine_p, r);
    const V cosine_rest = square * cosine_p;
    // Use quarters of 2^n and 2^-n, since n may be 1025. A subnormal 2^-n is too small to affect the sum.
    const V up = power_of_two<V>(parts.power.integer - 2);
    const V down = power_of_two<V>(__builtin_elementwise_max(-parts.power.integer - 2, (Signed<V>)-1022));
    const V sum = up + down, difference = up - down;
    return {difference + fused(difference, cosine_rest, sum * sine), sum + fused(sum, cosine_rest, difference * sine)};
}

template <class V>
LW_INLINE V sinh_double(V x) {
    const V magnitude = abs_of(x);
    const V half_sine = hyperbolic_halves(limited(magnitude, 0, 710.5)).sine;
    return with_sign_of(choose(magnitude < (V)0x1p-28, magnitude, half_sine + half_sine), x);
}

/// A quarter of 2^n for -1020 < n < 1026.
template <class V>
LW_INLINE V quarter_of_power(Signed<V> number) {
    return bits<V>(bits<Signed<V>>(look_up(sixteenth_powers, number)) + (number << 48) - ((Signed<V>)2 << 52));
}

/// cosh(x) with |x| = n ln 2 + r for a multiple n of 1/16. By the addition theorem, the result is a sum of two
/// products: 2^n + 2^-n and 2^n - 2^-n, each multiplied by a short series of r. From n = 64 on, 2^-64 may replace 2^-n,
/// as both are too small to affect the result.
template <class V>
LW_INLINE V cosh_double(V x) {
    const V size = abs_of(x), inside = choose(size > (V)710.5, (V)710.5, size);
    const Sixteenths<V> n = nearest_sixteenth(inside, 0x1.71547652b82fep+0);
    const V high = fused(n.value, (V)-0x1.62e42fefa39efp-1, inside);
    const V r = fused(n.value, (V)-0x1.abc9e3b39803fp-56, high), square = r * r;
    const V less = choose(n.value > (V)64, (V)64, n.value);
    const V up = quarter_of_power<V>(n.number);
    const V down = quarter_of_power<V>(bits<Signed<V>>((V)(rounding_shift<V> / 16) - less));
    const V sum = up + down, difference = up - down;
    const V cosine = polynomial(square, 0x1.0000000000004p-1, 0x1.555555547f6e3p-5, 0x1.6c184170a119bp-10);
    const V sine = fused(r * square, polynomial(square, 0x1.555555548f86cp-3, 0x1.11123aafc71fcp-7), r);
    const V half_result = sum + fused(sum * square, cosine, difference * sine);
    return half_result + half_result;
}

/// tanh(x). For |x| >= 20, the result is 1 or -1.
template <class V>
LW_INLINE V tanh_double(V x) {
    const V magnitude = abs_of(x);
    const HyperbolicHalves<V> halves = hyperbolic_halves(limited(magnitude, 0, 20));
    return with_sign_of(choose(magnitude < (V)0x1p-28, magnitude, halves.sine / halves.cosine), x);
}

}  // namespace lw
