// asinh, acosh, atanh.
#include "math/inverse_hyperbolic.h"
#include "math/float/logarithm_float.h"

namespace lw {

/// log(x) for 1.6 <= x < 2^127, by AVX-512 instructions; off by 2^-26. The exponent of x * 4/3 is right although the
/// constant 4/3 is rounded up: even the largest float below 1.5 gives a product below 2.
template <class V>
LW_INLINE V log_from_one(V x, V exponents) {
    const V exponent = exponent_part(x * (V)0x1.555556p+0f) + exponents, f = mantissa_part(x) - (V)1;
    const V bend = polynomial(f, -0.5f, 0x1.5555a4p-2f, -0x1.ffe7d4p-3f, 0x1.993f28p-3f, -0x1.58527cp-3f,
                              0x1.319608p-3f, -0x1.ea522cp-4f, 0x1.b704e4p-5f);
    return fused(exponent, (V)0x1.62e43p-1f, fused(f * f, bend, f));
}
template <class V>
LW_INLINE V log_from_one(V x) {
    return log_from_one(x, (V)0);
}

/// Limit of x above which asinh(x) and acosh(x) are computed as log(2 x), because the square of x may overflow.
inline constexpr float is_log_of_double = 0x1p14f;

/// log(2 x), computed as log(x / 4) + 3 ln 2, for x above the limit `is_log_of_double`.
template <class V>
LW_INLINE V log_of_double(V x) {
    return log_from_one(x * (V)0.25f, (V)3);
}

/// asinh(x). Uses an odd polynomial where the logarithm would be below 1/2, since the rounding error of the logarithm's
/// argument would then matter.
template <class V>
LW_INLINE V asinh_float(V x) {
    const V size = abs_of(x), square = size * size;
    const V p = polynomial(square, 0x1p0f, -0x1.555522p-3f, 0x1.331e3p-4f, -0x1.6ae4acp-5f, 0x1.c65de6p-6f,
                           -0x1.990ad8p-7f);
    const V large = log_from_one(size + __builtin_elementwise_sqrt(square + (V)1));
    const V result = choose(size < (V)0.53f, size * p, large);
    const Mask<V> huge = size > (V)is_log_of_double;
    if (any_lane(huge)) return with_sign_of(choose(huge, log_of_double(size), result), x);
    return with_sign_of(result, x);
}

/// acosh(x). For x < 1.5, the result is sqrt(2 b) times a polynomial, with b = x - 1.
template <class V>
LW_INLINE V acosh_float(V x) {
    const V b = x - (V)1, doubled = b + b;
    const Mask<V> near_one = b < (V)0.5f;
    const V root = __builtin_elementwise_sqrt(choose(near_one, doubled, fused(b, b, doubled)));
    const V p = polynomial(b, 0x1p0f, -0x1.555536p-4f, 0x1.3324fap-6f, -0x1.6b971ep-8f, 0x1.cd748ap-10f,
                           -0x1.b18ea2p-12f);
    const V result = choose(near_one, root * p, log_from_one(x + root));
    const Mask<V> huge = x > (V)is_log_of_double;
    if (any_lane(huge)) return choose(huge, log_of_double(x), result);
    return result;
}

/// Like log_from_one(), but off by 2^-20. Only relaxed math uses this function, because OpenCL then allows asinh and
/// acosh to be derived from log and sqrt.
template <class V>
LW_INLINE V relaxed_log_from_one(V x) {
    const V exponent = exponent_part(x * (V)0x1.555556p+0f), f = mantissa_part(x) - (V)1;
    const V bend = polynomial(f, -0.5f, 0x1.55303ap-2f, -0x1.006bd6p-2f, 0x1.a5fa36p-3f, -0x1.58293ep-3f,
                              0x1.56f668p-4f);
    return fused(exponent, (V)0x1.62e43p-1f, fused(f * f, bend, f));
}

/// asinh and acosh with shorter series, off by 2^-20.
template <class V>
LW_INLINE V relaxed_asinh(V x) {
    if (!has_float_ops()) return asinh(x);
    const V size = abs_of(x), square = size * size;
    const V p = polynomial(square, 0x1.ffffep-1f, -0x1.551accp-3f, 0x1.2aa024p-4f, -0x1.02379cp-5f);
    const V large = relaxed_log_from_one(size + __builtin_elementwise_sqrt(square + (V)1));
    const V result = choose(size < (V)0.53f, size * p, large);
    const Mask<V> huge = size > (V)is_log_of_double;
    if (any_lane(huge)) return with_sign_of(choose(huge, log_of_double(size), result), x);
    return with_sign_of(result, x);
}

template <class V>
LW_INLINE V relaxed_acosh(V x) {
    if (!has_float_ops()) return acosh(x);
    const V b = x - (V)1, doubled = b + b;
    const Mask<V> near_one = b < (V)0.5f;
    const V root = __builtin_elementwise_sqrt(choose(near_one, doubled, fused(b, b, doubled)));
    const V p = polynomial(b, 0x1.ffffecp-1f, -0x1.552a5p-4f, 0x1.2c2846p-6f, -0x1.0b7f84p-8f);
    const V result = choose(near_one, root * p, relaxed_log_from_one(x + root));
    const Mask<V> huge = x > (V)is_log_of_double;
    if (any_lane(huge)) return choose(huge, log_of_double(x), result);
    return result;
}

template <class V>
LW_INLINE V asinh_of(V x) {
    if constexpr (!is_double<V>) {
        if (has_float_ops()) return asinh_float(x);
    }
    return asinh(x);
}

template <class V>
LW_INLINE V acosh_of(V x) {
    if constexpr (!is_double<V>) {
        if (has_float_ops()) return acosh_float(x);
    }
    return acosh(x);
}

}  // namespace lw

#define LW_ASINH(V) \
    V asinh(V x) { return lw::asinh_of(x); }
#define LW_ACOSH(V) \
    V acosh(V x) { return lw::acosh_of(x); }

#define LW_RELAXED_INVERSES(V)                                 \
    V __lw_relaxed_asinh(V x) { return lw::relaxed_asinh(x); } \
    V __lw_relaxed_acosh(V x) { return lw::relaxed_acosh(x); }

LW_WIDTHS(LW_RELAXED_INVERSES, float)
LW_WIDTHS(LW_ASINH, float)
LW_WIDTHS(LW_ASINH, double)
LW_WIDTHS(LW_ACOSH, float)
LW_WIDTHS(LW_ACOSH, double)
LW_REALS_2(LW_UNARY, atanh)
