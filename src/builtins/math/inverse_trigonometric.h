// Inverse sine and tangent. The polynomials are minimax on their intervals; their errors are less than a quarter of an
// ulp.
#pragma once

#include "math/double/arc_tangent_double.h"

namespace lw {

// pi/2 as the sum of two numbers, high and low.
template <class V>
inline constexpr Element<V> half_pi_high = (Element<V>)(is_double<V> ? 0x1.921fb54442d18p0 : 0x1.921fb6p0);
template <class V>
inline constexpr Element<V> half_pi_low = (Element<V>)(is_double<V> ? 0x1.1a62633145c07p-54 : -0x1.777a5cp-25);

/// asin(s) for 0 <= s <= 0.5, given s^2.
template <class V>
LW_INLINE V arc_sine_small(V s, V square) {
    V p;
    if constexpr (is_double<V>)
        p = wide_polynomial(square, 0x1.5555555555556p-3, 0x1.3333333332dcdp-4, 0x1.6db6db6e4397cp-5,
                            0x1.f1c71c14da09cp-6, 0x1.6e8bb2fe2329ap-6, 0x1.1c4d1bf9d28bap-6, 0x1.c9d1cecf332c7p-7,
                            0x1.780cd7fa32f42p-7, 0x1.52df0d2510ee1p-7, 0x1.60a47d90a2ccfp-8, 0x1.205df5d584023p-6,
                            -0x1.f07d84df1aa11p-7, 0x1.da67301f2bbc8p-6);
    else
        p = polynomial(square, 0x1.555554p-3f, 0x1.3334cep-4f, 0x1.6d3e6cp-5f, 0x1.ffbefp-6f, 0x1.0fe322p-6f,
                       0x1.1aca52p-5f);
    return fused(s * square, p, s);
}

/// x / pi, with an error slightly larger than the error of one rounding.
template <class V>
LW_INLINE V in_half_turns(V x) {
    if constexpr (is_double<V>)
        return fused(x, (V)0x1.45f306dc9c883p-2, x * (V)-0x1.6b01ec5417056p-56);
    else
        return fused(x, (V)0x1.45f306p-2f, x * (V)0x1.b93910p-27f);
}

/// asin(s) / pi for 0 <= s <= 0.5, given s^2.
template <class V>
LW_INLINE V arc_sine_small_in_half_turns(V s, V square) {
    if constexpr (is_double<V>)
        return in_half_turns(arc_sine_small(s, square));
    else
        return s * polynomial(square, 0x1.45f306p-2f, 0x1.b29a32p-5f, 0x1.86d954p-6f, 0x1.db1b0cp-7f, 0x1.f1b316p-8f,
                              0x1.bcb4bp-7f);
}

/// An angle from which asin(x) is computed. The angle is asin(|x|) for |x| <= 1/2, otherwise asin(sqrt((1 - |x|) / 2)),
/// which equals (pi/2 - asin(|x|)) / 2; nan for |x| > 1.
template <class V>
struct ArcSine {
    V angle;
    Mask<V> large;
};

template <bool half_turns, class V>
LW_INLINE ArcSine<V> arc_sine_parts(V x) {
    const V magnitude = abs_of(x);
    const Mask<V> large = magnitude > (V)0.5;
    const V reduced = fused(magnitude, (V)-0.5, (V)0.5);
    const V square = choose(large, reduced, magnitude * magnitude);
    const V s = choose(large, __builtin_elementwise_sqrt(reduced), magnitude);
    if constexpr (half_turns) return {arc_sine_small_in_half_turns(s, square), large};
    return {arc_sine_small(s, square), large};
}

template <class V>
LW_INLINE V asin(V x) {
    const ArcSine<V> parts = arc_sine_parts<false>(x);
    const V complement = fused(parts.angle, (V)-2, (V)half_pi_low<V>) + (V)half_pi_high<V>;
    return with_sign_of(choose(parts.large, complement, parts.angle), x);
}

template <class V>
LW_INLINE V acos(V x) {
    const ArcSine<V> parts = arc_sine_parts<false>(x);
    const V doubled = parts.angle + parts.angle;
    const V upper = choose(x < (V)0, ((V)(2 * half_pi_low<V>)-doubled) + (V)(2 * half_pi_high<V>), doubled);
    const V central = ((V)half_pi_low<V> - with_sign_of(parts.angle, x)) + (V)half_pi_high<V>;
    return choose(parts.large, upper, central);
}

/// atan(t) for |t| <= 1.
template <class V>
LW_INLINE V arc_tangent_small(V t) {
    const V square = t * t;
    V p;
    if constexpr (is_double<V>)
        p = wide_polynomial(square, -0x1.5555555555555p-2, 0x1.99999999996c1p-3, -0x1.2492492478f88p-3,
                            0x1.c71c71bc3951dp-4, -0x1.745d160a7e39ap-4, 0x1.3b139b6a88fd2p-4, -0x1.11100ee087612p-4,
                            0x1.e1d0f969a3ddcp-5, -0x1.aebfe7b54090ep-5, 0x1.842dbe9fcd7e9p-5, -0x1.5d30141971af3p-5,
                            0x1.338e320cf031ep-5, -0x1.00e6ef0a45105p-5, 0x1.8608985442e52p-6, -0x1.005138bcb2d1dp-6,
                            0x1.14e9dd1627e02p-7, -0x1.d0062d6e94025p-9, 0x1.17739fc18ed1p-10, -0x1.ab24dd75d3342p-13,
                            0x1.358853974d0a8p-16);
    else
        p = polynomial(square, -0x1.555556p-2f, 0x1.9999c4p-3f, -0x1.24917p-3f, 0x1.c6b586p-4f, -0x1.704154p-4f,
                       0x1.265b42p-4f, -0x1.a516p-5f, 0x1.d462d8p-6f, -0x1.51c7dap-7f, 0x1.c78b04p-10f);
    return fused(t * square, p, t);
}

template <class V>
LW_INLINE V atan(V x) {
    if constexpr (is_double<V>) return atan_double(x);
    const V magnitude = abs_of(x);
    const Mask<V> large = magnitude > (V)1;
    const V angle = arc_tangent_small(choose(large, (V)1 / magnitude, magnitude));
    const V complement = ((V)half_pi_low<V> - angle) + (V)half_pi_high<V>;
    return with_sign_of(choose(large, complement, angle), x);
}

/// The angle between (|x|, |y|) and the nearer axis, and whether this axis is the y axis.
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
LW_INLINE V atan2(V y, V x) {
    const Direction<V> direction = direction_of(y, x);
    const V complement = ((V)half_pi_low<V> - direction.angle) + (V)half_pi_high<V>;
    const V right = choose(direction.steep, complement, direction.angle);
    const V left = ((V)(2 * half_pi_low<V>)-right) + (V)(2 * half_pi_high<V>);
    // Test the sign bit, since x may be -0: then the angle is +-pi for y = +-0.
    const Mask<V> leftwards = bits<Signed<V>>(x) < (Signed<V>)0;
    return with_sign_of(choose(leftwards, left, right), y);
}

template <class V>
LW_INLINE V asinpi(V x) {
    const ArcSine<V> parts = arc_sine_parts<true>(x);
    return with_sign_of(choose(parts.large, fused(parts.angle, (V)-2, (V)0.5), parts.angle), x);
}

template <class V>
LW_INLINE V acospi(V x) {
    const ArcSine<V> parts = arc_sine_parts<true>(x);
    const V upper = choose(x < (V)0, fused(parts.angle, (V)-2, (V)1), parts.angle + parts.angle);
    return choose(parts.large, upper, (V)0.5 - with_sign_of(parts.angle, x));
}

template <class V>
LW_INLINE V atanpi(V x) {
    if constexpr (is_double<V>) return with_sign_of(in_half_turns(atan_double(x)), x);
    const V magnitude = abs_of(x);
    const Mask<V> large = magnitude > (V)1;
    const V angle = in_half_turns(arc_tangent_small(choose(large, (V)1 / magnitude, magnitude)));
    return with_sign_of(choose(large, (V)0.5 - angle, angle), x);
}

template <class V>
LW_INLINE V atan2pi(V y, V x) {
    const Direction<V> direction = direction_of(y, x);
    const V angle = in_half_turns(direction.angle);
    const V right = choose(direction.steep, (V)0.5 - angle, angle);
    const Mask<V> leftwards = bits<Signed<V>>(x) < (Signed<V>)0;
    return with_sign_of(choose(leftwards, (V)1 - right, right), y);
}

}  // namespace lw
