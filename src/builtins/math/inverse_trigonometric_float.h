// Inverse sine and tangent in float.
#pragma once

#include "math/lanes.h"

namespace lw {

// Parts of pi/2; pi is twice as much.
inline constexpr float half_pi_high = 0x1.921fb6p+0f;
inline constexpr float half_pi_low = -0x1.777a5cp-25f;

/// asin(s) for 0 <= s <= 0.5, given s^2.
template <class V>
LW_INLINE V arc_sine_small(V s, V square) {
    const V p = polynomial(square, 0x1.555554p-3f, 0x1.3334cep-4f, 0x1.6d3e6cp-5f, 0x1.ffbefp-6f, 0x1.0fe322p-6f,
                           0x1.1aca52p-5f);
    return fused(s * square, p, s);
}

/// asin(|x|) up to 1/2, else asin(sqrt((1 - |x|) / 2)), which is (pi/2 - asin(|x|)) / 2. nan for |x| > 1.
template <class V>
struct ArcSine {
    V angle;
    Mask<V> large;
};

template <class V>
LW_INLINE ArcSine<V> arc_sine_parts(V x) {
    const V magnitude = abs_of(x);
    const Mask<V> large = magnitude > (V)0.5f;
    const V reduced = fused(magnitude, (V)-0.5f, (V)0.5f);
    const V square = choose(large, reduced, magnitude * magnitude);
    const V s = choose(large, __builtin_elementwise_sqrt(reduced), magnitude);
    return {arc_sine_small(s, square), large};
}

template <class V>
LW_INLINE V asin_float(V x) {
    const ArcSine<V> parts = arc_sine_parts(x);
    const V complement = fused(parts.angle, (V)-2, (V)half_pi_low) + (V)half_pi_high;
    return with_sign_of(choose(parts.large, complement, parts.angle), x);
}

template <class V>
LW_INLINE V acos_float(V x) {
    const ArcSine<V> parts = arc_sine_parts(x);
    const V doubled = parts.angle + parts.angle;
    const V upper = choose(x < (V)0, ((V)(2 * half_pi_low) - doubled) + (V)(2 * half_pi_high), doubled);
    const V central = ((V)half_pi_low - with_sign_of(parts.angle, x)) + (V)half_pi_high;
    return choose(parts.large, upper, central);
}

/// atan(t) for |t| <= 1.
template <class V>
LW_INLINE V arc_tangent_small(V t) {
    const V square = t * t;
    const V p = polynomial(square, -0x1.555556p-2f, 0x1.9999c4p-3f, -0x1.24917p-3f, 0x1.c6b586p-4f, -0x1.704154p-4f,
                           0x1.265b42p-4f, -0x1.a516p-5f, 0x1.d462d8p-6f, -0x1.51c7dap-7f, 0x1.c78b04p-10f);
    return fused(t * square, p, t);
}

template <class V>
LW_INLINE V atan_float(V x) {
    const V magnitude = abs_of(x);
    const Mask<V> large = magnitude > (V)1;
    const V angle = arc_tangent_small(choose(large, (V)1 / magnitude, magnitude));
    const V complement = ((V)half_pi_low - angle) + (V)half_pi_high;
    return with_sign_of(choose(large, complement, angle), x);
}

/// The angle of (|x|, |y|) to the nearer axis, and to which.
template <class V>
struct Direction {
    V angle;
    Mask<V> steep;
};

template <class V>
LW_INLINE Direction<V> direction_of(V y, V x) {
    const V ay = abs_of(y), ax = abs_of(x);
    const Mask<V> steep = ay > ax;
    const V least = choose(steep, ax, ay), greatest = choose(steep, ay, ax);
    const V quotient = choose(ax == ay, (V)1, least / greatest);
    const V t = choose(least == (V)0, (V)0, quotient);
    const Mask<V> undefined = (x != x) | (y != y);
    return {choose(undefined, x + y, arc_tangent_small(t)), steep};
}

template <class V>
LW_INLINE V atan2_float(V y, V x) {
    const Direction<V> direction = direction_of(y, x);
    const V complement = ((V)half_pi_low - direction.angle) + (V)half_pi_high;
    const V right = choose(direction.steep, complement, direction.angle);
    const V left = ((V)(2 * half_pi_low) - right) + (V)(2 * half_pi_high);
    // x may be -0: then the angle is pi for y = +-0.
    const Mask<V> leftwards = bits<Signed<V>>(x) < (Signed<V>)0;
    return with_sign_of(choose(leftwards, left, right), y);
}

/// x / pi to a little more than one rounding.
template <class V>
LW_INLINE V in_half_turns(V x) {
    return fused(x, (V)0x1.45f306p-2f, x * (V)0x1.b93910p-27f);
}

template <class V>
LW_INLINE V asinpi_float(V x) {
    const ArcSine<V> parts = arc_sine_parts(x);
    const V angle = in_half_turns(parts.angle);
    return with_sign_of(choose(parts.large, fused(angle, (V)-2, (V)0.5f), angle), x);
}

template <class V>
LW_INLINE V acospi_float(V x) {
    const ArcSine<V> parts = arc_sine_parts(x);
    const V angle = in_half_turns(parts.angle);
    const V upper = choose(x < (V)0, fused(angle, (V)-2, (V)1), angle + angle);
    return choose(parts.large, upper, (V)0.5f - with_sign_of(angle, x));
}

template <class V>
LW_INLINE V atanpi_float(V x) {
    const V magnitude = abs_of(x);
    const Mask<V> large = magnitude > (V)1;
    const V angle = in_half_turns(arc_tangent_small(choose(large, (V)1 / magnitude, magnitude)));
    return with_sign_of(choose(large, (V)0.5f - angle, angle), x);
}

template <class V>
LW_INLINE V atan2pi_float(V y, V x) {
    const Direction<V> direction = direction_of(y, x);
    const V angle = in_half_turns(direction.angle);
    const V right = choose(direction.steep, (V)0.5f - angle, angle);
    const Mask<V> leftwards = bits<Signed<V>>(x) < (Signed<V>)0;
    return with_sign_of(choose(leftwards, (V)1 - right, right), y);
}

}  // namespace lw
