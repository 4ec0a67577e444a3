// pow, powr, pown, rootn for half (parts.h).
#include "half_math/parts.h"
#include "math/common/power_limits.h"

namespace lw {

/// x^y for a positive finite x that was converted from half. The logarithm has a relative error of 2^-17. The product
/// of the logarithm and y is below 25 if the power is in the range of half, so the power is off by 2^-12.8. With an
/// exponential of degree 4, powers between 1/16 and 16 are off by 2^-16, so that most of them are rounded to the
/// nearest half.
template <class V>
LW_INLINE Powers<V> power_of_positive_half(V x, V y) {
    const ShortLogarithmParts<V> parts = take_apart_for_half(x);
    const V f = parts.fraction;
    const V slope = polynomial(f, 0x1.715438p+0f, -0x1.713d50p-1f, 0x1.eccc24p-2f, -0x1.7a643cp-2f, 0x1.2e3a2ap-2f,
                               -0x1.37cd7ap-3f);
    const V power = exp2_for_half<4>(y * fused(f, slope, parts.exponent));
    return {power, power == power, power};
}

template <class V>
LW_INLINE V pow_of_half(V x, V y) {
    return pow_by(power_of_positive_half(abs_of(x), y), x, y);
}
template <class V>
LW_INLINE V powr_of_half(V x, V y) {
    return powr_by(power_of_positive_half(abs_of(x), y), x, y);
}
template <class V>
LW_INLINE V pown_of_half(V x, Ints<V> n) {
    return pown_by(power_of_positive_half(abs_of(x), to<float>(n)), x, n);
}
template <class V>
LW_INLINE V rootn_of_half(V x, Ints<V> n) {
    const V inverse = (V)1 / to<float>(n);
    return rootn_by(power_of_positive_half(abs_of(x), inverse), inverse, x, n);
}

}  // namespace lw

LW_WIDTHS_2(LW_OF_HALF_2, float, pow)
LW_WIDTHS_2(LW_OF_HALF_2, float, powr)
LW_WIDTHS_2(LW_OF_HALF_INT, float, pown)
LW_WIDTHS_2(LW_OF_HALF_INT, float, rootn)
