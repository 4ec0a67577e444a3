// Exponentials and logarithms for half. Arguments and results are floats. Each argument was converted from half, and
// each result will be converted to half. OpenCL allows errors of 2 to 4 ULP; functions with relative errors of at most
// 2^-13 stay within one ULP.
#pragma once

#include "math/common/exponent_bits.h"
#include "math/common/float_ops.h"

namespace lw {

/// 2^f for 0 <= f <= 1, off by 2^-13.7 with a polynomial of degree 3, and by 2^-18.5 with degree 4.
template <int degree, class V>
LW_INLINE V exp2_of_fraction(V f) {
    if constexpr (degree == 3) return polynomial(f, 0x1.fff632p-1f, 0x1.64444cp-1f, 0x1.cefc42p-3f, 0x1.3f96b0p-4f);
    return polynomial(f, 0x1.00002cp+0f, 0x1.62d166p-1f, 0x1.ee798ap-3f, 0x1.aa13f0p-5f, 0x1.bb7cd4p-7f);
}

/// 2^t for t of any size.
template <int degree = 3, class V>
LW_INLINE V exp2_for_half(V t) {
    if (has_float_ops()) return scale_exponent(exp2_of_fraction<degree>(fraction_part(t)), t);
    // Beyond +-60 all results are 0 or infinite in half.
    const V inside = limited(t, -60, 60);
    const V n = __builtin_elementwise_floor(inside);
    return exp2_of_fraction<degree>(inside - n) *
           power_of_two<V>(integer_bits(n) - bits<Ints<V>>((V)rounding_shift<V>));
}

/// 2^n for integer-valued |n| <= 60.
template <class V>
LW_INLINE V power_of_two_for_half(V n) {
    if (has_float_ops()) return scale_exponent((V)1, n);
    return power_of_two<V>(integer_bits(n) - bits<Ints<V>>((V)rounding_shift<V>));
}

/// Parts of x = 2^exponent (1 + fraction), with 1 + fraction between 0.75 and 1.5. The exponent is -inf for 0 and inf
/// for infinity; the fraction is nan for negative x.
template <class V>
struct ShortLogarithmParts {
    V exponent;
    V fraction;
};

/// Returns the integer to subtract from the bits of a normal x, so that x becomes a number between 0.75 and 1.5. The
/// subtraction divides x by a power of two.
template <class V>
LW_INLINE Ints<V> three_quarter_steps(V x) {
    return (bits<Ints<V>>(x) - bits<Ints<V>>((V)0.75f)) & (Ints<V>)(int)0xff800000;
}

/// Returns the parts of any x except subnormal floats. (A subnormal half is a normal float.) The constant 4/3 is
/// rounded up, so x must have at most 22 significant bits.
template <class V>
LW_INLINE ShortLogarithmParts<V> take_apart_for_half(V x) {
    if (has_float_ops()) return {exponent_part(x * (V)0x1.555556p+0f), mantissa_part(x) - (V)1};
    const Ints<V> steps = three_quarter_steps(x);
    const V exponent = to<float>(steps >> 23), fraction = bits<V>(bits<Ints<V>>(x) - steps) - (V)1;
    const V finite = choose(x < (V)infinity<V>, exponent, x);
    return {choose(x == (V)0, (V)-infinity<V>, finite), choose(x < (V)0, (V)not_a_number<V>, fraction)};
}

/// log2(1 + f) / f for 1 + f between 0.75 and 1.5, off by 2^-14.3.
template <class V>
LW_INLINE V log2_slope(V f) {
    return polynomial(f, 0x1.714f9ep+0f, -0x1.7150d6p-1f, 0x1.f40fecp-2f, -0x1.7d0a5cp-2f, 0x1.98070ap-3f);
}
/// log(1 + f) / f and log10(1 + f) / f on the same interval.
template <class V>
LW_INLINE V log_slope(V f) {
    return polynomial(f, 0x1.fff948p-1f, -0x1.fffaf8p-2f, 0x1.5a9de0p-2f, -0x1.081dfcp-2f, 0x1.1ad2b8p-3f);
}
template <class V>
LW_INLINE V log10_slope(V f) {
    return polynomial(f, 0x1.bcb1dcp-2f, -0x1.bcb352p-3f, 0x1.2d1144p-3f, -0x1.cad186p-4f, 0x1.eb5066p-5f);
}

/// 1 / x off by 2^-14.
template <class V>
LW_INLINE V recip_for_half(V x) {
    if (has_float_ops()) return recip_estimate(x);
    return (V)1 / x;
}

inline constexpr float ln2_for_half = 0x1.62e43p-1f;

/// log(x) for any x, even 0, infinity and nan. The absolute error is 2^-24 where the logarithm is near 0.
template <class V>
LW_INLINE V log_for_half(V x) {
    const ShortLogarithmParts<V> parts = take_apart_for_half(x);
    return fused(parts.exponent, (V)ln2_for_half, parts.fraction * log_slope(parts.fraction));
}

}  // namespace lw

/// Emits the late function that implements a builtin for half (early_math/half.cl). The function's parameters and
/// result are floats; it calls the template lw::<name>_of_half.
#define LW_OF_HALF_1(V, name) \
    V __lw_##name##_of_half(V x) { return lw::name##_of_half(x); }
#define LW_OF_HALF_2(V, name) \
    V __lw_##name##_of_half(V x, V y) { return lw::name##_of_half(x, y); }
#define LW_OF_HALF_INT(V, name) \
    V __lw_##name##_of_half(V x, lw::Ints<V> n) { return lw::name##_of_half(x, n); }
