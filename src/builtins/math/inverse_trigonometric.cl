// asin, acos, atan, atan2, and asinpi, acospi, atanpi, atan2pi. OpenCL has no native_ versions of these functions, so
// relaxed math uses the shorter versions below (compiler/prepare/relaxed_builtins.h). The shorter asin and acos need
// AVX-512's estimate of 1 / sqrt(x).
#include "math/inverse_trigonometric.h"
#include "math/root.h"

namespace lw {

/// The unit of angles: radians here, and half turns in the struct below. Each struct has a quarter turn and a radian in
/// this unit, and the accurate functions that return angles in this unit.
struct AnglesInRadians {
    static constexpr float quarter = 0x1.921fb6p+0f, unit = 1;
    template <class V>
    LW_INLINE V arc_sine(V x) {
        return lw::asin(x);
    }
    template <class V>
    LW_INLINE V arc_cosine(V x) {
        return lw::acos(x);
    }
};
struct AnglesInHalfTurns {
    static constexpr float quarter = 0.5f, unit = 0x1.45f306p-2f;
    template <class V>
    LW_INLINE V arc_sine(V x) {
        return lw::asinpi(x);
    }
    template <class V>
    LW_INLINE V arc_cosine(V x) {
        return lw::acospi(x);
    }
};

/// atan(x), off by 2^-17.8; relaxed math allows 4096 ULP.
template <class Angles, class V>
LW_INLINE V relaxed_arc_tangent(V x) {
    constexpr float unit = Angles::unit;
    const V size = abs_of(x);
    const Mask<V> large = size > (V)1;
    const V t = choose(large, (V)1 / size, size);
    const V angle = t * polynomial(t * t, unit * 0x1.ffff6ep-1f, unit * -0x1.54fc8p-2f, unit * 0x1.90a918p-3f,
                                   unit * -0x1.f09606p-4f, unit * 0x1.d6d5b8p-5f, unit * -0x1.b9b2f2p-7f);
    return with_sign_of(choose(large, (V)Angles::quarter - angle, angle), x);
}

/// `angle` is asin(|x|) for |x| <= 1/2. For larger |x|, where `large` holds, `angle` is asin( sqrt((1 - |x|) / 2)),
/// which is half the complement of asin(|x|). For |x| > 1, `angle` is nan.
template <class V>
struct RelaxedArcSine {
    V angle;
    Mask<V> large;
};

/// Computes asin(|x|) in parts, off by 2^-13.9, as the estimate of the root is off by 2^-14; relaxed math allows 4096
/// ULP.
template <class Angles, class V>
LW_INLINE RelaxedArcSine<V> relaxed_arc_sine_parts(V x) {
    constexpr float unit = Angles::unit;
    const V size = abs_of(x), reduced = fused(size, (V)-0.5f, (V)0.5f), whole = size * size;
    const Mask<V> large = size > (V)0.5f;
    const V square = choose(reduced < whole, reduced, whole);
    const V s = choose(large, short_root(reduced, reduced + (V)0x1p-100f), size);
    const V p = polynomial(square, unit * 0x1.ffffcep-1f, unit * 0x1.55b69ap-3f, unit * 0x1.24cc68p-4f,
                           unit * 0x1.0a845p-4f);
    return {s * p, large};
}

template <class Angles, class V>
LW_INLINE V relaxed_arc_sine(V x) {
    if (!has_float_ops()) return Angles::arc_sine(x);
    const RelaxedArcSine<V> arc = relaxed_arc_sine_parts<Angles>(x);
    return with_sign_of(choose(arc.large, fused(arc.angle, (V)-2, (V)Angles::quarter), arc.angle), x);
}

template <class Angles, class V>
LW_INLINE V relaxed_arc_cosine(V x) {
    if (!has_float_ops()) return Angles::arc_cosine(x);
    const RelaxedArcSine<V> arc = relaxed_arc_sine_parts<Angles>(x);
    const V quarter = (V)Angles::quarter;
    // If `arc.large`, the arc cosine of a positive x is 2 * arc.angle. The arc cosine of a negative x is then half a
    // turn minus 2 * arc.angle.
    const V start = choose(arc.large, quarter - with_sign_of(quarter, x), quarter);
    return start - with_sign_added(choose(arc.large, arc.angle * (V)-2, arc.angle), x);
}

}  // namespace lw

LW_REALS_2(LW_UNARY, asin)
LW_REALS_2(LW_UNARY, acos)
LW_REALS_2(LW_UNARY, atan)
LW_REALS_2(LW_BINARY, atan2)
LW_REALS_2(LW_UNARY, asinpi)
LW_REALS_2(LW_UNARY, acospi)
LW_REALS_2(LW_UNARY, atanpi)
LW_REALS_2(LW_BINARY, atan2pi)

#define LW_RELAXED_ARCS(V)                                                                       \
    V __lw_relaxed_asin(V x) { return lw::relaxed_arc_sine<lw::AnglesInRadians>(x); }            \
    V __lw_relaxed_acos(V x) { return lw::relaxed_arc_cosine<lw::AnglesInRadians>(x); }          \
    V __lw_relaxed_atan(V x) { return lw::relaxed_arc_tangent<lw::AnglesInRadians>(x); }         \
    V __lw_relaxed_asinpi(V x) { return lw::relaxed_arc_sine<lw::AnglesInHalfTurns>(x); }        \
    V __lw_relaxed_acospi(V x) { return lw::relaxed_arc_cosine<lw::AnglesInHalfTurns>(x); }      \
    V __lw_relaxed_atanpi(V x) { return lw::relaxed_arc_tangent<lw::AnglesInHalfTurns>(x); }

LW_WIDTHS(LW_RELAXED_ARCS, float)
