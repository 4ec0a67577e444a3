// asin, acos, atan, atan2 and asinpi, acospi, atanpi, atan2pi for half (parts.h).
#include "half_math/parts.h"
#include "math/root.h"

namespace lw {

/// The unit of angles that a function returns: radians here, and half turns in the struct below. Each struct has pi in
/// this unit, and two polynomials, which are off by 2^-15: asin(s) / s as a function of s^2, and atan(t) / t as a
/// function of t^2.
struct Radians {
    static constexpr float half_turn = 0x1.921fb6p+1f;
    template <class V>
    LW_INLINE V arc_sine(V square) {
        return polynomial(square, 0x1.00020ap+0f, 0x1.50f9b8p-3f, 0x1.892af8p-4f);
    }
    template <class V>
    LW_INLINE V arc_tangent(V square) {
        return polynomial(square, 0x1.fffc12p-1f, -0x1.53a962p-2f, 0x1.7b5258p-3f, -0x1.7887fep-4f, 0x1.86fa62p-6f);
    }
};
struct HalfTurns {
    static constexpr float half_turn = 1;
    template <class V>
    LW_INLINE V arc_sine(V square) {
        return polynomial(square, 0x1.45f59ep-2f, 0x1.ad0ceep-5f, 0x1.f498cap-6f);
    }
    template <class V>
    LW_INLINE V arc_tangent(V square) {
        return polynomial(square, 0x1.45f086p-2f, -0x1.b0787cp-4f, 0x1.e2f7a4p-5f, -0x1.df6a18p-6f, 0x1.f1cf08p-8f);
    }
};

/// `angle` is asin(|x|) for |x| <= 1/2. For larger |x|, where `large` holds, `angle` is asin( sqrt((1 - |x|) / 2)) =
/// (pi/2 - asin(|x|)) / 2. For |x| > 1, `angle` is nan.
template <class V>
struct ShortArcSine {
    V angle;
    Mask<V> large;
};

template <class Unit, class V>
LW_INLINE ShortArcSine<V> arc_sine_for_half(V x) {
    const V size = abs_of(x);
    const Mask<V> large = size > (V)0.5f;
    const V reduced = fused(size, (V)-0.5f, (V)0.5f), whole = size * size;
    const V square = choose(reduced < whole, reduced, whole);
    const V s = choose(large, short_root(reduced, reduced + (V)0x1p-100f), size);
    return {s * Unit::arc_sine(square), large};
}

template <class Unit, class V>
LW_INLINE V arc_sine(V x) {
    const ShortArcSine<V> arc = arc_sine_for_half<Unit>(x);
    return with_sign_of(choose(arc.large, fused(arc.angle, (V)-2, (V)(Unit::half_turn / 2)), arc.angle), x);
}

/// acos(x) as the complement of asin(x). For the largest half below 1, the result is 2^-5, so the subtraction in float
/// leaves enough digits.
template <class Unit, class V>
LW_INLINE V arc_cosine(V x) {
    return (V)(Unit::half_turn / 2) - arc_sine<Unit>(x);
}

template <class Unit, class V>
LW_INLINE V arc_tangent(V x) {
    const V size = abs_of(x);
    const Mask<V> large = size > (V)1;
    const V t = choose(large, recip_for_half(size), size);
    const V angle = t * Unit::arc_tangent(t * t);
    return with_sign_of(choose(large, (V)(Unit::half_turn / 2) - angle, angle), x);
}

/// atan2(y, x). The numerator is limited to 2^100, which no half reaches, so that the quotient of two infinities is 1.
/// The denominator is at least 2^-100, so that the quotient of two zeros is 0. If an argument is nan, `least` or
/// `greatest` is nan.
template <class Unit, class V>
LW_INLINE V arc_tangent(V y, V x) {
    const V ay = abs_of(y), ax = abs_of(x);
    const Mask<V> steep = ay > ax;
    const V least = choose(ax < ay, ax, ay), greatest = choose(steep, ay, ax);
    const V limit = (V)0x1p100f;
    const V numerator = choose(least > limit, limit, least);
    const V t = numerator * recip_for_half(limited(greatest, 0x1p-100f, 0x1p100f));
    const V angle = t * Unit::arc_tangent(t * t);
    const V right = choose(steep, (V)(Unit::half_turn / 2) - angle, angle);
    const Mask<V> leftwards = bits<Ints<V>>(x) < (Ints<V>)0;
    return with_sign_of(choose(leftwards, (V)Unit::half_turn - right, right), y);
}

}  // namespace lw

#define LW_ARC_OF_HALF(V)                                                                 \
    V __lw_asin_of_half(V x) { return lw::arc_sine<lw::Radians>(x); }                     \
    V __lw_acos_of_half(V x) { return lw::arc_cosine<lw::Radians>(x); }                   \
    V __lw_atan_of_half(V x) { return lw::arc_tangent<lw::Radians>(x); }                  \
    V __lw_atan2_of_half(V y, V x) { return lw::arc_tangent<lw::Radians>(y, x); }         \
    V __lw_asinpi_of_half(V x) { return lw::arc_sine<lw::HalfTurns>(x); }                 \
    V __lw_acospi_of_half(V x) { return lw::arc_cosine<lw::HalfTurns>(x); }               \
    V __lw_atanpi_of_half(V x) { return lw::arc_tangent<lw::HalfTurns>(x); }              \
    V __lw_atan2pi_of_half(V y, V x) { return lw::arc_tangent<lw::HalfTurns>(y, x); }

LW_WIDTHS(LW_ARC_OF_HALF, float)
