// Reduction of float angles to +-pi/4, and sine and cosine of the reduced angle.
#pragma once

#include "math/common/lanes.h"

namespace lw {

/// Parts of x = quadrant * pi/2 + rest, with |rest| at most slightly above pi/4; only the low bits of the quadrant are
/// valid.
template <class V>
struct Angle {
    V rest;
    Ints<V> quadrant;
};

/// Limit below which angles are reduced in float. The reduction subtracts the products of the quadrant and the three
/// parts of pi/2 from the angle, without rounding the products. The reduction of -0 gives -0, because all three
/// products are subtracted.
inline constexpr float small_angles = 0x1p17f;

template <class V>
LW_INLINE Angle<V> reduce_small_angle(V x) {
    const V shift = (V)rounding_shift<V>;
    const V shifted = fused(x, (V)0x1.45f306p-1f, shift);
    const V n = shifted - shift;
    const V high = fused(n, (V)-0x1.921fb4p+0f, x);
    const V middle = fused(n, (V)-0x1.4442d0p-24f, high);
    return {fused(n, (V)-0x1.846988p-48f, middle), bits<Ints<V>>(shifted)};
}

/// A number, stored as two parts whose sum is the number; |low| is far smaller than |high|.
template <class D>
struct Sum {
    D high, low;
};

/// Adds x * piece to `sum`, modulo 4. The product of a float and a 28-bit piece of 2/pi is exact in double.
template <class D>
LW_INLINE Sum<D> add_turns(Sum<D> sum, D x, double piece) {
    const D product = x * (D)piece;
    const D turns = fused(__builtin_elementwise_rint(product * (D)0.25), (D)-4, product);
    const D high = sum.high + turns;
    const D added = high - sum.high;
    return {high, sum.low + ((sum.high - (high - added)) + (turns - added))};
}

/// Reduces any finite x in double: computes x times 2/pi modulo 4, with 196 bits of 2/pi. The rest is nan for
/// infinities.
template <class V>
LW_INLINE Angle<V> reduce_large_angle(V x) {
    using D = Doubles<V>;
    const D wide = to<double>(x);
    Sum<D> turns = {(D)0, (D)0};
    turns = add_turns(turns, wide, 0x1.45f306cp-1);
    turns = add_turns(turns, wide, 0x1.c9c882ap-29);
    turns = add_turns(turns, wide, 0x1.4fe13a8p-59);
    turns = add_turns(turns, wide, 0x1.f47d4dp-86);
    turns = add_turns(turns, wide, 0x1.bb81b6cp-113);
    turns = add_turns(turns, wide, 0x1.4acc9ep-143);
    turns = add_turns(turns, wide, 0x1.0e4107cp-170);
    const D quadrant = __builtin_elementwise_rint(turns.high);
    const D rest = ((turns.high - quadrant) + turns.low) * (D)0x1.921fb54442d18p+0;
    return {to<float>(rest), integer_bits(to<float>(quadrant))};
}

template <class V>
LW_INLINE Angle<V> reduce_angle(V x) {
    Angle<V> angle = reduce_small_angle(x);
    const Mask<V> large = without(abs_of(x) < (V)small_angles);
    if (any_lane(large)) {
        const Angle<V> exact = reduce_large_angle(x);
        angle.rest = choose(large, exact.rest, angle.rest);
        angle.quadrant = choose(large, exact.quadrant, angle.quadrant);
    }
    return angle;
}

/// sin(r) and cos(r) for |r| up to a little more than pi/4. The sine of -0 is -0.
template <class V>
LW_INLINE V sine_in_quadrant(V r) {
    return r * polynomial(r * r, 0x1p+0f, -0x1.555546p-3f, 0x1.11073ap-7f, -0x1.994388p-13f);
}
template <class V>
LW_INLINE V cosine_in_quadrant(V r) {
    const V square = r * r;
    return polynomial(square, 0x1p+0f, -0x1p-1f, 0x1.55554ap-5f, -0x1.6c0c28p-10f, 0x1.99e81ep-16f);
}

/// sin(quadrant pi/2 + rest).
template <class V>
LW_INLINE V sine_of(Angle<V> angle) {
    const Mask<V> odd = (angle.quadrant & 1) != 0;
    const V magnitude = choose(odd, cosine_in_quadrant(angle.rest), sine_in_quadrant(angle.rest));
    const Ints<V> sign = (angle.quadrant & 2) << 30;
    return bits<V>(bits<Ints<V>>(magnitude) ^ sign);
}

/// Sine and cosine of x by one reduction.
template <class V>
struct SineAndCosine {
    V sine, cosine;
};
template <class V>
LW_INLINE SineAndCosine<V> sine_and_cosine_of(Angle<V> angle) {
    const Mask<V> odd = (angle.quadrant & 1) != 0;
    const V sine = sine_in_quadrant(angle.rest), cosine = cosine_in_quadrant(angle.rest);
    const Ints<V> sine_sign = (angle.quadrant & 2) << 30, cosine_sign = ((angle.quadrant + 1) & 2) << 30;
    return {bits<V>(bits<Ints<V>>(choose(odd, cosine, sine)) ^ sine_sign),
            bits<V>(bits<Ints<V>>(choose(odd, sine, cosine)) ^ cosine_sign)};
}

/// tan(quadrant pi/2 + rest) for |rest| up to pi/4, computed by a rational function that is off by 2^-26.
template <class V>
LW_INLINE V tangent_of(Angle<V> angle) {
    const Mask<V> odd = (angle.quadrant & 1) != 0;
    const V r = angle.rest, square = r * r;
    const V numerator = r * polynomial(square, 0x1p+0f, -0x1.886808p-4f);
    const V denominator = polynomial(square, 0x1p+0f, -0x1.b76f84p-2f, 0x1.3e6896p-7f);
    return choose(odd, denominator, numerator) / choose(odd, -numerator, denominator);
}

}  // namespace lw
