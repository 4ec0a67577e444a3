// asinh, acosh, atanh.
#include "math/inverse_hyperbolic.h"
#include "math/logarithm_float.h"

namespace lw {

/// log(1 + t) for t >= 0, or log(2 large) where `is_large`; with AVX-512's instructions.
template <class V>
LW_INLINE V log1p_or_log_of_double(V t, V large, Mask<V> is_large) {
    const V sum = (V)1 + t;
    const V y = choose(is_large, large, sum);
    const V lost = choose(is_large, (V)0, t - (sum - (V)1));
    LogarithmParts<V> parts = take_apart(y);
    parts.fraction += scale_exponent(lost, -parts.exponent);
    const V exponent = choose(is_large, parts.exponent + (V)1, parts.exponent);
    return fused(exponent, (V)0x1.62e43p-1f, parts.fraction + logarithm_rest_wide(parts.fraction));
}

/// Above this asinh and acosh are log(2 x).
inline constexpr float is_log_of_double = 0x1p14f;

/// x + sqrt(1 + x^2) = 1 + x + x^2 / (1 + sqrt(1 + x^2)).
template <class V>
LW_INLINE V asinh_float(V x) {
    const V size = abs_of(x), square = size * size;
    const V root = __builtin_elementwise_sqrt(square + (V)1);
    return with_sign_of(log1p_or_log_of_double(size + square / (root + (V)1), size, size > (V)is_log_of_double), x);
}

/// With b = x - 1, x + sqrt(x^2 - 1) = 1 + b + sqrt(b^2 + 2 b).
template <class V>
LW_INLINE V acosh_float(V x) {
    const V b = x - (V)1;
    const V root = __builtin_elementwise_sqrt(fused(b, b, b + b));
    const V result = log1p_or_log_of_double(b + root, x, x > (V)is_log_of_double);
    return choose(x < (V)1, (V)not_a_number<V>, result);
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

LW_WIDTHS(LW_ASINH, float)
LW_WIDTHS(LW_ASINH, double)
LW_WIDTHS(LW_ACOSH, float)
LW_WIDTHS(LW_ACOSH, double)
LW_REALS_2(LW_UNARY, atanh)
