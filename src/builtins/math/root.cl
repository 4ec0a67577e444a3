// rsqrt, half_rsqrt, native_rsqrt, cbrt, hypot.
#include "math/root.h"

namespace lw {

/// 1 / sqrt(x), within 1 ULP, by Newton's step from an estimate y of 14 bits: y + y/2 (1 - x y^2). If y is 0 or
/// infinite, y is exact and must stay unchanged; the residual is then nan.
template <class V>
LW_INLINE V rsqrt_step(V x, V y) {
    const V residual = fused(-(x * y), y, (V)1);
    return choose(residual == residual, fused(half_of_normal(y), residual, y), y);
}

template <class V>
LW_INLINE V rsqrt(V x) {
    if constexpr (is_double<V>) {
        return rsqrt_double(x);
    } else {
        if (has_float_ops()) return rsqrt_step(x, rsqrt_estimate(x));
        return (V)1 / __builtin_elementwise_sqrt(x);
    }
}

/// 1 / sqrt(x), accurate to only 14 bits if an estimate is available: OpenCL C 3.0, 7.4 allows an error of 8192 ULP for
/// half_rsqrt, and any error for native_rsqrt.
template <class V>
LW_INLINE V estimated_rsqrt(V x) {
    if (has_float_ops()) return rsqrt_estimate(x);
    return (V)1 / __builtin_elementwise_sqrt(x);
}

/// A first guess of 1 / cbrt(x) for positive normal x, off by 2^-4.8. Divides the bits of x, as an integer, by -3, and
/// corrects the bias.
template <class V>
LW_INLINE V inverse_cube_root_guess_float(V x) {
    return bits<V>(to<int>(fused(to<float>(bits<Ints<V>>(x)), (V)(-1.0f / 3), (V)0x1.5288p+30f)));
}

/// cbrt(x) for normal x. First improves the guess y of 1 / cbrt(x) by the series of (1 - h)^(-1/3), where h = 1 - x
/// y^3; the error is then 2^-14. One Newton step then improves the root. The Newton step squares the root, and the
/// rounded square causes an error of a sixth of an ULP.
template <class V>
LW_INLINE V cube_root_of_normal_float(V x) {
    const V guess = inverse_cube_root_guess_float(x);
    const V h = fused(-(x * guess), guess * guess, (V)1);
    const V series = polynomial(h, 0x1.56b60ep-2f, 0x1.c9bb0ep-3f);
    const V y = fused(guess * h, series, guess);
    const V inverse_square = y * y;
    const V root = x * inverse_square;
    const V residual = fused(-(root * root), root, x);
    return fused(residual, inverse_square * (V)(1.0f / 3), root);
}

template <class V>
LW_INLINE V cbrt_float(V x) {
    const V magnitude = abs_of(x);
    // Scale small x, so that residuals do not become subnormal.
    const Ints<V> least = bits<Ints<V>>((V)0x1p-90f), greatest = bits<Ints<V>>((V)infinity<V>);
    const Mask<V> usual = bits<Unsigned<V>>(bits<Ints<V>>(magnitude) - least) < bits<Unsigned<V>>(greatest - least);
    const V result = with_sign_of(cube_root_of_normal_float(magnitude), x);
    if (any_lane(without(usual))) {
        const V small = with_sign_of(cube_root_of_normal_float(magnitude * (V)0x1p60f) * (V)0x1p-20f, x);
        const Mask<V> ordinary = (magnitude > (V)0) & (magnitude < (V)infinity<V>);
        return choose(usual, result, choose(ordinary, small, x));
    }
    return result;
}

template <class V>
LW_INLINE V cbrt(V x) {
    if constexpr (is_double<V>)
        return cbrt_double(x);
    else
        return cbrt_float(x);
}

/// hypot(x, y) for all arguments: also for infinities, nan, and arguments whose squares overflow or lose bits as
/// subnormal numbers.
template <class V>
LW_INLINE V hypot_of_any(V x, V y) {
    V length;
    if constexpr (is_double<V>) {
        length = scaled_hypot_double(x, y);
    } else {
        // Squares of floats are exact in double and cannot overflow.
        const Doubles<V> a = to<double>(x), b = to<double>(y);
        length = to<float>(__builtin_elementwise_sqrt(fused(a, a, b * b)));
    }
    const V inf = (V)infinity<V>;
    // OpenCL C 3.0, 7.5.1: "hypot(+-inf, y) returns +inf, even if y is a NaN."
    const Mask<V> infinite = (abs_of(x) == inf) | (abs_of(y) == inf);
    return choose(infinite, inf, length);
}

/// hypot(x, y). Arguments that need hypot_of_any() are rare, so a branch handles them.
template <class V>
LW_INLINE V hypot(V x, V y) {
    const V square = fused(x, x, y * y);
    const V least = (V)(is_double<V> ? (Element<V>)0x1p-900 : (Element<V>)0x1p-80f);
    const V greatest = (V)(is_double<V> ? (Element<V>)0x1p1000 : (Element<V>)0x1p120f);
    const Mask<V> ordinary = (square < greatest) & (square > least);
    const V length = root(square);
    if (any_lane(without(ordinary))) return choose(ordinary, length, hypot_of_any(x, y));
    return length;
}

}  // namespace lw

#define LW_ESTIMATE(V, name) \
    V name(V x) { return lw::estimated_rsqrt(x); }

LW_REALS_2(LW_UNARY, rsqrt)
LW_WIDTHS_2(LW_ESTIMATE, float, half_rsqrt)
LW_WIDTHS_2(LW_ESTIMATE, float, native_rsqrt)
LW_REALS_2(LW_UNARY, cbrt)
LW_REALS_2(LW_BINARY, hypot)
