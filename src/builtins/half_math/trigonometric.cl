// sin, cos, tan, sinpi, cospi, tanpi for half (parts.h). Angles in half are below 2^16. Pi as the sum of two floats is
// therefore accurate enough to reduce these angles.
#include "half_math/parts.h"
#include "half_math/turns.h"

namespace lw {

/// Parts of x = n * unit + rest; only the low bits of `n` are valid.
template <class V>
struct ShortAngle {
    V rest;
    Ints<V> n;
};

/// Reduces x by the unit pi or pi / 2, which is 1 / `per_unit`. `high` has the upper 23 bits of the unit, `low` the
/// bits below. Both parts are positive, so that the reduction of -0 gives -0.
template <class V>
LW_INLINE ShortAngle<V> reduce_angle_of_half(V x, float per_unit, float high, float low) {
    const V shifted = fused(x, (V)per_unit, (V)rounding_shift<V>);
    const V n = shifted - (V)rounding_shift<V>;
    return {fused(n, (V)-low, fused(n, (V)-high, x)), bits<Ints<V>>(shifted)};
}

/// sin(r) for |r| <= pi / 2, off by 2^-13.2.
template <class V>
LW_INLINE V sine_for_half(V r) {
    return r * polynomial(r * r, 0x1.fff1c6p-1f, -0x1.53e224p-3f, 0x1.f23756p-8f);
}

inline constexpr float inverse_pi = 0x1.45f306p-2f;
inline constexpr float pi_high = 0x1.921fb4p+1f;
inline constexpr float pi_low = 0x1.4442d2p-23f;

template <class V>
LW_INLINE V sin_of_half(V x) {
    const ShortAngle<V> angle = reduce_angle_of_half(x, inverse_pi, pi_high, pi_low);
    return with_sign_of_parity(sine_for_half(angle.rest), angle.n);
}

// cos(x) = sin(x + pi/2): x = (n - 1/2) pi + rest.
template <class V>
LW_INLINE V cos_of_half(V x) {
    const V shifted = fused(x, (V)inverse_pi, (V)0.5f) + (V)rounding_shift<V>;
    const V n = (shifted - (V)rounding_shift<V>)-(V)0.5f;
    const V rest = fused(n, (V)-pi_low, fused(n, (V)-pi_high, x));
    return with_sign_of_parity(sine_for_half(rest), bits<Ints<V>>(shifted));
}

/// The tangent of an angle in quadrant n, given the tangent of the reduced angle.
template <class V>
LW_INLINE V tangent_in_quadrant(V tangent, Ints<V> n) {
    return choose((n & 1) != 0, -recip_for_half(tangent), tangent);
}

template <class V>
LW_INLINE V tan_of_half(V x) {
    const ShortAngle<V> angle = reduce_angle_of_half(x, 2 * inverse_pi, pi_high / 2, pi_low / 2);
    const V r = angle.rest;
    const V tangent = r * polynomial(r * r, 0x1.fffa30p-1f, 0x1.57a52ep-2f, 0x1.dada90p-4f, 0x1.81cc84p-4f);
    return tangent_in_quadrant(tangent, angle.n);
}

/// OpenCL C 3.0, 7.5.1: "cospi(n + 0.5) is +0 for any integer n where n + 0.5 is representable."
template <class V>
LW_INLINE V cospi_of_half(V x) {
    const V turns = x * (V)0.5f;
    const V rest = turns - __builtin_elementwise_rint(turns), r = fused(abs_of(rest), (V)-2, (V)0.5f);
    return r * slope_of_turns_for_half(r * r);
}

/// OpenCL C 3.0, 7.5.1: for |x|, the zeros at even n are +0, and the zeros at odd n are -0. The result at n + 0.5 is
/// inf for even n, and -inf for odd n. The code computes the negated rest, and multiplies this rest by a negative
/// polynomial: a rest of 0 then gives the product -0, and adding -0 does not change the sign of `zero`.
template <class V>
LW_INLINE V tanpi_of_half(V x) {
    const V size = abs_of(x), shifted = fused(size, (V)2, (V)rounding_shift<V>);
    const Ints<V> n = bits<Ints<V>>(shifted);
    const V rest = fused(shifted - (V)rounding_shift<V>, (V)0.5f, -size);
    const V zero = bits<V>(((n << 30) ^ (n << 31)) & (Ints<V>)(int)0x80000000);
    const V p = polynomial(rest * rest, -0x1.921b2ap+1f, -0x1.4cf732p+3f, -0x1.1bed5cp+5f, -0x1.1c4d4cp+8f);
    return with_sign_added(tangent_in_quadrant(fused(rest, p, zero), n), x);
}

}  // namespace lw

LW_WIDTHS_2(LW_OF_HALF_1, float, sin)
LW_WIDTHS_2(LW_OF_HALF_1, float, cos)
LW_WIDTHS_2(LW_OF_HALF_1, float, tan)
LW_WIDTHS_2(LW_OF_HALF_1, float, sinpi)
LW_WIDTHS_2(LW_OF_HALF_1, float, cospi)
LW_WIDTHS_2(LW_OF_HALF_1, float, tanpi)
