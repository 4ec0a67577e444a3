// log, log2, log10, log1p, acosh, asinh, atanh for half (parts.h).
#include "half_math/parts.h"

namespace lw {

template <class V>
LW_INLINE V log_of_half(V x) {
    return log_for_half(x);
}

template <class V>
LW_INLINE V log2_of_half(V x) {
    const ShortLogarithmParts<V> parts = take_apart_for_half(x);
    return fused(parts.fraction, log2_slope(parts.fraction), parts.exponent);
}

template <class V>
LW_INLINE V log10_of_half(V x) {
    const ShortLogarithmParts<V> parts = take_apart_for_half(x);
    return fused(parts.exponent, (V)0x1.344136p-2f, parts.fraction * log10_slope(parts.fraction));
}

// log1p(x). For x near 0, the code uses x itself as the fraction, to avoid the rounding error of 1 + x.
template <class V>
LW_INLINE V log1p_of_half(V x) {
    const ShortLogarithmParts<V> parts = take_apart_for_half(x + (V)1);
    const V fraction = choose(abs_of(x) < (V)0.25f, x, parts.fraction);
    return with_sign_of(fused(parts.exponent, (V)ln2_for_half, fraction * log_slope(fraction)), x);
}

/// Limit of |x| below which two terms of the series of asinh and atanh are accurate enough.
inline constexpr float short_series = 0x1p-4f;

template <class V>
LW_INLINE V asinh_of_half(V x) {
    const V size = abs_of(x), square = size * size;
    const V large = log_for_half(size + __builtin_elementwise_sqrt(square + (V)1));
    const V small = fused(size * square, (V)(-1.0f / 6), size);
    return with_sign_of(choose(size < (V)short_series, small, large), x);
}

template <class V>
LW_INLINE V acosh_of_half(V x) {
    const V result = log_for_half(x + __builtin_elementwise_sqrt(fused(x, x, (V)-1)));
    return choose(x < (V)1, (V)not_a_number<V>, result);
}

template <class V>
LW_INLINE V atanh_of_half(V x) {
    const V large = (V)0.5f * log_for_half(((V)1 + x) / ((V)1 - x));
    const V small = fused(x * x * x, (V)(1.0f / 3), x);
    return choose(abs_of(x) < (V)short_series, small, large);
}

}  // namespace lw

LW_WIDTHS_2(LW_OF_HALF_1, float, log)
LW_WIDTHS_2(LW_OF_HALF_1, float, log2)
LW_WIDTHS_2(LW_OF_HALF_1, float, log10)
LW_WIDTHS_2(LW_OF_HALF_1, float, log1p)
LW_WIDTHS_2(LW_OF_HALF_1, float, acosh)
LW_WIDTHS_2(LW_OF_HALF_1, float, asinh)
LW_WIDTHS_2(LW_OF_HALF_1, float, atanh)
