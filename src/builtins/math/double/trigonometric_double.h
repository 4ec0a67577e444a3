// Sine, cosine and tangent in double. Angles up to 2^20 are reduced here; libm handles larger angles, which are rare.
#pragma once

#include "math/common/libm.h"

namespace lw {

inline constexpr double small_angles_double = 0x1p20;

/// Parts of x = quadrant * pi/2 + rest, with |rest| at most slightly above pi/4; only the low bits of the quadrant are
/// valid.
template <class V>
struct DoubleAngle {
    V rest;
    Signed<V> quadrant;
};

/// Reduces the angle x, for |x| below `small_angles_double`.
template <class V>
LW_INLINE DoubleAngle<V> reduce_angle_double(V x) {
    const Nearest<V> n = nearest_integer(x, 0x1.45f306dc9c883p-1);
    const V high = fused(n.value, (V)-0x1.921fb54442d18p+0, x);
    const V middle = fused(n.value, (V)-0x1.1a62633145c07p-54, high);
    return {fused(n.value, (V)0x1.f1976b7ed8fbcp-110, middle), n.integer};
}

/// sin(r) and cos(r) for |r| up to a little more than pi/4.
template <class V>
LW_INLINE V sine_in_quadrant_double(V r) {
    const V square = r * r;
    const V p = polynomial(square, -0x1.5555555555555p-3, 0x1.111111111101fp-7, -0x1.a01a019fe8d91p-13,
                           0x1.71de3a10cbfdp-19, -0x1.ae63f8efd9c49p-26, 0x1.60e67f81aaf92p-33, -0x1.8db65a7c59e8dp-41);
    return fused(r * square, p, r);
}
template <class V>
LW_INLINE V cosine_in_quadrant_double(V r) {
    return polynomial(r * r, 0x1p+0, -0x1p-1, 0x1.5555555555555p-5, -0x1.6c16c16c168c9p-10, 0x1.a01a019f37da8p-16,
                      -0x1.27e4fa0248d8bp-22, 0x1.1eeb571750908p-29, -0x1.9072eed42b0afp-37);
}

/// sin(quadrant pi/2 + rest).
template <class V>
LW_INLINE V sine_of_double(DoubleAngle<V> angle) {
    const Mask<V> odd = (angle.quadrant & 1) != 0;
    const V magnitude = choose(odd, cosine_in_quadrant_double(angle.rest), sine_in_quadrant_double(angle.rest));
    const Signed<V> sign = (angle.quadrant & 2) << 62;
    return bits<V>(bits<Signed<V>>(magnitude) ^ sign);
}

/// Returns `exact(x)` in lanes with large angles, and `result` in all other lanes.
template <class V, class Function>
LW_INLINE V with_large_angles(V x, V result, Function exact) {
    const Mask<V> large = without(abs_of(x) < (V)small_angles_double);
    if (any_lane(large)) return choose(large, exact(x), result);
    return result;
}

template <class V>
LW_INLINE V sin_double(V x) {
    const V result = choose(x == (V)0, x, sine_of_double(reduce_angle_double(x)));
    return with_large_angles(x, result, [](auto d) { return libm::sin(d); });
}

template <class V>
LW_INLINE V cos_double(V x) {
    DoubleAngle<V> angle = reduce_angle_double(x);
    angle.quadrant += 1;
    return with_large_angles(x, sine_of_double(angle), [](auto d) { return libm::cos(d); });
}

template <class V>
LW_INLINE V tan_double(V x) {
    const DoubleAngle<V> angle = reduce_angle_double(x);
    const Mask<V> odd = (angle.quadrant & 1) != 0;
    const V sine = sine_in_quadrant_double(angle.rest), cosine = cosine_in_quadrant_double(angle.rest);
    const V tangent = choose(odd, cosine, sine) / choose(odd, -sine, cosine);
    return with_large_angles(x, choose(x == (V)0, x, tangent), [](auto d) { return libm::tan(d); });
}

}  // namespace lw
