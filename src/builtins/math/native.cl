// native_ functions that are shorter than the ordinary functions (OpenCL C 3.0, 6.15.2: their error is
// implementation-defined), and half_ functions, which may be off by 8192 ULP. Most of the functions below are off by
// about 2^-20; those that only estimate an inverse or a root are off by 2^-13. Relaxed math, which has its own error
// limits, uses some of these functions (compiler/prepare/relaxed_builtins.h) and relaxed_sinh() below. Without the
// AVX-512 instructions, native powers and logarithms call the ordinary functions.
#include "math/float/exponential_float.h"
#include "math/float/logarithm_float.h"

#define LW_DECLARE_FULL(V, name) V name(V x);
LW_WIDTHS_2(LW_DECLARE_FULL, float, exp)
LW_WIDTHS_2(LW_DECLARE_FULL, float, exp2)
LW_WIDTHS_2(LW_DECLARE_FULL, float, exp10)
LW_WIDTHS_2(LW_DECLARE_FULL, float, log)
LW_WIDTHS_2(LW_DECLARE_FULL, float, log2)
LW_WIDTHS_2(LW_DECLARE_FULL, float, log10)
LW_WIDTHS_2(LW_DECLARE_FULL, float, sinh)

namespace lw {

/// 2^t. If the caller rounded t, the result has a relative error of |t| 2^-24. 2^0 is exactly 1: programs rely on this
/// value, for example exp(rate * time) with a rate of 0.
template <class V>
LW_INLINE V native_power(V t) {
    const V p = polynomial(fraction_part(t), 0x1p0f, 0x1.62e4e2p-1f, 0x1.ebd538p-3f, 0x1.c96870p-5f, 0x1.260a28p-7f,
                           0x1.ee3830p-10f);
    return scale_exponent(p, t);
}

template <class V>
LW_INLINE V native_exp2(V x) {
    if (has_float_ops()) return native_power(x);
    return ::exp2(x);
}
template <class V>
LW_INLINE V native_exp(V x) {
    if (has_float_ops()) return native_power(x * (V)log2_e);
    return ::exp(x);
}
template <class V>
LW_INLINE V native_exp10(V x) {
    if (has_float_ops()) return native_power(x * (V)0x1.a934f0p+1f);
    return ::exp10(x);
}

/// log2(x) * scale. `scale` is a constant, so the compiler multiplies the coefficients at compile time.
template <class V>
LW_INLINE V native_logarithm(V x, float scale) {
    const LogarithmParts<V> parts = take_apart(x);
    const V p = polynomial(parts.fraction, scale * 0x1.71547ap+0f, scale * -0x1.7154dep-1f, scale * 0x1.ec631ep-2f,
                           scale * -0x1.70fcb0p-2f, scale * 0x1.290f54p-2f, scale * -0x1.00a4acp-2f,
                           scale * 0x1.a18c06p-3f, scale * -0x1.88bcd2p-4f);
    return fused(parts.exponent, (V)scale, parts.fraction * p);
}

template <class V>
LW_INLINE V native_log2(V x) {
    if (has_float_ops()) return native_logarithm(x, 1);
    return ::log2(x);
}
template <class V>
LW_INLINE V native_log(V x) {
    if (has_float_ops()) return native_logarithm(x, 0x1.62e43p-1f);
    return ::log(x);
}
template <class V>
LW_INLINE V native_log10(V x) {
    if (has_float_ops()) return native_logarithm(x, 0x1.344136p-2f);
    return ::log10(x);
}

// powr(x, y) as exp2(y * log2(x)). The special cases need no code, since OpenCL C 3.0, 7.5.1 defines powr by this
// formula. The rounding of the product causes an error of some hundred ULP.
template <class V>
LW_INLINE V native_powr(V x, V y) {
    return native_exp2(y * native_log2(x));
}

/// sin(x - offset pi) for |x| < 2^17; some value between -1 and 1 for larger x. Subtracts multiples of pi in three
/// parts, since the relative error of half_sin is limited even next to the zeros of sin. The result at pi / 2 is 1, and
/// no result exceeds 1.
template <class V>
LW_INLINE V native_sine(V x, float offset) {
    const V shifted = fused(x, (V)0x1.45f306p-2f, (V)-offset) + (V)rounding_shift<V>;
    const V n = (shifted - (V)rounding_shift<V>)+(V)offset;
    const V high = fused(n, (V)-0x1.4442d0p-23f, fused(n, (V)-0x1.921fb4p+1f, x));
    const V rest = limited(fused(n, (V)-0x1.846988p-47f, high), -2, 2);
    const V sine =
        rest * polynomial(rest * rest, 0x1.ffff82p-1f, -0x1.554acep-3f, 0x1.10207cp-7f, -0x1.802e0cp-13f);
    return bits<V>(bits<Ints<V>>(sine) ^ (bits<Ints<V>>(shifted) << 31));
}

template <class V>
LW_INLINE V native_sin(V x) {
    return native_sine(x, 0);
}
template <class V>
LW_INLINE V native_cos(V x) {
    return native_sine(x, -0.5f);
}

/// 1 / x, accurate to 14 bits.
template <class V>
LW_INLINE V native_recip(V x) {
    if (has_float_ops()) return recip_estimate(x);
    return (V)1 / x;
}
template <class V>
LW_INLINE V native_sqrt(V x) {
    if (has_float_ops()) return recip_estimate(rsqrt_estimate(x));
    return __builtin_elementwise_sqrt(x);
}

/// tan(x). With x = n pi / 2 + r, the result is tan(r) for even n, and -1 / tan(r) for odd n.
template <class V>
LW_INLINE V native_tan(V x) {
    const V shifted = fused(x, (V)0x1.45f306p-1f, (V)rounding_shift<V>);
    const V n = shifted - (V)rounding_shift<V>;
    const V high = fused(n, (V)-0x1.4442d0p-24f, fused(n, (V)-0x1.921fb4p+0f, x));
    const V r = fused(n, (V)-0x1.846988p-48f, high);
    const V tangent = r * polynomial(r * r, 0x1.fffff8p-1f, 0x1.555c6p-2f, 0x1.100e96p-3f, 0x1.d4ccb4p-5f, 0x1.97c7fep-7f,
                                     0x1.4f07e6p-6f);
    return choose((bits<Ints<V>>(shifted) & 1) != 0, -native_recip(tangent), tangent);
}

/// sinh(x), off by 2^-17; relaxed math allows 8192 ULP.
template <class V>
LW_INLINE V relaxed_sinh(V x) {
    if (!has_float_ops()) return ::sinh(x);
    const V size = abs_of(x), square = x * x;
    const V small = fused(size * square, polynomial(square, 0x1.552782p-3f, 0x1.1a443p-7f), size);
    const V power = native_power(fused(size, (V)log2_e, (V)-1));
    const V large = fused(recip_estimate(power), (V)-0.25f, power);
    return with_sign_of(choose(size < (V)1, small, large), x);
}

}  // namespace lw

#define LW_RELAXED_SINH(V) \
    V __lw_relaxed_sinh(V x) { return lw::relaxed_sinh(x); }
#define LW_NATIVE(V, name)                              \
    V native_##name(V x) { return lw::native_##name(x); } \
    V half_##name(V x) { return lw::native_##name(x); }
#define LW_NATIVE_POWR(V)                                       \
    V native_powr(V x, V y) { return lw::native_powr(x, y); } \
    V half_powr(V x, V y) { return lw::native_powr(x, y); }

LW_WIDTHS_2(LW_NATIVE, float, sin)
LW_WIDTHS_2(LW_NATIVE, float, cos)
LW_WIDTHS_2(LW_NATIVE, float, exp)
LW_WIDTHS_2(LW_NATIVE, float, exp2)
LW_WIDTHS_2(LW_NATIVE, float, exp10)
LW_WIDTHS_2(LW_NATIVE, float, log)
LW_WIDTHS_2(LW_NATIVE, float, log2)
LW_WIDTHS_2(LW_NATIVE, float, log10)
LW_WIDTHS_2(LW_NATIVE, float, sqrt)
LW_WIDTHS_2(LW_NATIVE, float, recip)
LW_WIDTHS_2(LW_NATIVE, float, tan)
LW_WIDTHS(LW_NATIVE_POWR, float)
LW_WIDTHS(LW_RELAXED_SINH, float)
