// exp, exp2, exp10, expm1, sinh, cosh, tanh for half (parts.h).
#include "half_math/parts.h"

namespace lw {

inline constexpr float log2_e_for_half = 0x1.715476p+0f;

template <class V>
LW_INLINE V exp_of_half(V x) {
    return exp2_for_half(x * (V)log2_e_for_half);
}
template <class V>
LW_INLINE V exp2_of_half(V x) {
    return exp2_for_half(x);
}
template <class V>
LW_INLINE V exp10_of_half(V x) {
    return exp2_for_half(x * (V)0x1.a934f0p+1f);
}

/// The two parts of a number t = n + r, where n is an integer and |r| <= 1/2.
template <class V>
struct NearestPower {
    V n, r;
};

/// Splits t into an integer n and a rest, from which callers compute 2^t. Callers limit t to +-30, beyond which 2^t is
/// 0 or infinite in half; power_of_two_for_half() is right for n up to +-60.
template <class V>
LW_INLINE NearestPower<V> nearest_power(V t) {
    const V n = __builtin_elementwise_rint(t);
    return {n, t - n};
}

template <class V>
LW_INLINE V expm1_of_half(V x) {
    const NearestPower<V> power = nearest_power(limited(x * (V)log2_e_for_half, -30, 30));
    const V slope = polynomial(power.r, 0x1.62e2d6p-1f, 0x1.ebff08p-3f, 0x1.c96b46p-5f, 0x1.3b2a8ap-7f);
    const V scale = power_of_two_for_half(power.n);
    return with_sign_of(fused(scale, power.r * slope, scale - (V)1), x);
}

/// exp(|x|) / 2.
template <class V>
LW_INLINE V half_power_of(V x) {
    return exp2_for_half(fused(abs_of(x), (V)log2_e_for_half, (V)-1));
}

template <class V>
LW_INLINE V cosh_of_half(V x) {
    const V power = half_power_of(x);
    return fused(recip_for_half(power), (V)0.25f, power);
}

// sinh(x); for |x| < 1 by a polynomial that is off by 2^-17.
template <class V>
LW_INLINE V sinh_of_half(V x) {
    const V power = half_power_of(x);
    const V large = fused(recip_for_half(power), (V)-0.25f, power);
    const V size = abs_of(x), square = x * x;
    const V small = size * polynomial(square, 0x1.000062p+0f, 0x1.551b98p-3f, 0x1.1ad97cp-7f);
    return with_sign_of(choose(size < (V)1, small, large), x);
}

// tanh(x), off by 2^-15.1 plus the error of recip_for_half(). From 4.5 on the result is 1 in half.
template <class V>
LW_INLINE V tanh_of_half(V x) {
    const V inside = limited(x, -4.5f, 4.5f);
    const V square = inside * inside;
    const V numerator = inside * polynomial(square, 0x1.fffc50p-1f, 0x1.a9a546p-4f, 0x1.793ce6p-11f);
    return numerator * recip_for_half(polynomial(square, 0x1p+0f, 0x1.bf8d38p-2f, 0x1.b38030p-7f));
}

}  // namespace lw

LW_WIDTHS_2(LW_OF_HALF_1, float, exp)
LW_WIDTHS_2(LW_OF_HALF_1, float, exp2)
LW_WIDTHS_2(LW_OF_HALF_1, float, exp10)
LW_WIDTHS_2(LW_OF_HALF_1, float, expm1)
LW_WIDTHS_2(LW_OF_HALF_1, float, cosh)
LW_WIDTHS_2(LW_OF_HALF_1, float, sinh)
LW_WIDTHS_2(LW_OF_HALF_1, float, tanh)
