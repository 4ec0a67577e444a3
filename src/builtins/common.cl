// Common functions (OpenCL C 3.0, section 6.15.4), including the forms with a vector and scalars.
#include "types.h"

namespace lw {

// "Returns y if x < y, otherwise it returns x."
template <class V>
LW_INLINE V max(V x, V y) {
    return choose(x < y, y, x);
}
// "Returns y if y < x, otherwise it returns x."
template <class V>
LW_INLINE V min(V x, V y) {
    return choose(y < x, y, x);
}
// fmax and fmin of a value and a bound. If the bound is constant, the compiler knows that the bound is no NaN, and each
// function becomes one instruction. This instruction returns its second operand, here the bound, if an operand is a
// NaN.
template <class V>
LW_INLINE V at_least(V x, V bound) {
    return choose(bound == bound, choose(bound < x, x, bound), x);
}
template <class V>
LW_INLINE V at_most(V x, V bound) {
    return choose(bound == bound, choose(x < bound, x, bound), x);
}

// "Returns fmin(fmax(x, minval), maxval)."
template <class V>
LW_INLINE V clamp(V x, V low, V high) {
    return at_most(at_least(x, low), high);
}

/// The type for intermediate results: V with float elements if the elements of V are halves, so that each result is
/// rounded to half only once; otherwise V itself.
template <class V>
using Roomy = Conditional<is_half<V>, WithElement<float, V>, V>;

template <class V>
LW_INLINE V degrees(V radians) {
    const Roomy<V> wide = to<Element<Roomy<V>>>(radians);
    return to<Element<V>>(wide * splat<Roomy<V>>(57.295779513082320876798154814105));
}
template <class V>
LW_INLINE V radians(V degrees) {
    const Roomy<V> wide = to<Element<Roomy<V>>>(degrees);
    return to<Element<V>>(wide * splat<Roomy<V>>(0.017453292519943295769236907684886));
}

template <class V>
LW_INLINE V mix(V x, V y, V a) {
    if constexpr (is_half<V>)
        return to<half>(mix(to<float>(x), to<float>(y), to<float>(a)));
    else
        return x + (y - x) * a;
}

template <class V>
LW_INLINE V step(V edge, V x) {
    return choose(x < edge, splat<V>(0), splat<V>(1));
}

template <class V>
LW_INLINE V smoothstep(V edge0, V edge1, V x) {
    if constexpr (is_half<V>) {
        return to<half>(smoothstep(to<float>(edge0), to<float>(edge1), to<float>(x)));
    } else {
        const V t = clamp((x - edge0) / (edge1 - edge0), splat<V>(0), splat<V>(1));
        return t * t * (splat<V>(3) - splat<V>(2) * t);
    }
}

// Returns 1, -1, or a zero with the sign of x; 0 for NaN. A subnormal x may be treated as a zero.
template <class V>
LW_INLINE V sign(V x) {
    const V zero_or_one = choose(x > splat<V>(0), splat<V>(1), choose(x == x, x * splat<V>(0), splat<V>(0)));
    return choose(x < splat<V>(0), splat<V>(-1), zero_or_one);
}

}  // namespace lw

#define LW_SECOND_SCALAR(V, name) \
    V name(V x, lw::Element<V> y) { return lw::name(x, lw::splat<V>(y)); }
#define LW_FIRST_SCALAR(V, name) \
    V name(lw::Element<V> x, V y) { return lw::name(lw::splat<V>(x), y); }
#define LW_LAST_SCALAR(V, name) \
    V name(V x, V y, lw::Element<V> z) { return lw::name(x, y, lw::splat<V>(z)); }
#define LW_LAST_TWO_SCALARS(V, name)                          \
    V name(V x, lw::Element<V> y, lw::Element<V> z) {         \
        return lw::name(x, lw::splat<V>(y), lw::splat<V>(z)); \
    }
#define LW_FIRST_TWO_SCALARS(V, name)                         \
    V name(lw::Element<V> x, lw::Element<V> y, V z) {         \
        return lw::name(lw::splat<V>(x), lw::splat<V>(y), z); \
    }

#define LW_FOR_TYPE(T)                                \
    LW_WIDTHS_2(LW_BINARY, T, min)                    \
    LW_VECTORS_2(LW_SECOND_SCALAR, T, min)            \
    LW_WIDTHS_2(LW_BINARY, T, max)                    \
    LW_VECTORS_2(LW_SECOND_SCALAR, T, max)            \
    LW_WIDTHS_2(LW_TERNARY, T, clamp)                 \
    LW_VECTORS_2(LW_LAST_TWO_SCALARS, T, clamp)       \
    LW_WIDTHS_2(LW_UNARY, T, degrees)                 \
    LW_WIDTHS_2(LW_UNARY, T, radians)                 \
    LW_WIDTHS_2(LW_TERNARY, T, mix)                   \
    LW_VECTORS_2(LW_LAST_SCALAR, T, mix)              \
    LW_WIDTHS_2(LW_BINARY, T, step)                   \
    LW_VECTORS_2(LW_FIRST_SCALAR, T, step)            \
    LW_WIDTHS_2(LW_TERNARY, T, smoothstep)            \
    LW_VECTORS_2(LW_FIRST_TWO_SCALARS, T, smoothstep) \
    LW_WIDTHS_2(LW_UNARY, T, sign)

LW_FOR_TYPE(half)
LW_FOR_TYPE(float)
LW_FOR_TYPE(double)
