// sinh, cosh, tanh.
#include "math/float/exponential_float.h"
#include "math/double/hyperbolic_double.h"

namespace lw {

/// exp(|x|) / 2.
template <class V>
LW_INLINE V half_power_of(V x) {
    const V size = abs_of(x);
    const ExponentialParts<V> parts = reduce_exponential(choose(size > (V)90.0f, (V)90.0f, size));
    const V p = polynomial(parts.rest, 0.5f, 0x1p-1f, 0x1.fffffcp-3f, 0x1.55541ap-4f, 0x1.555822p-6f, 0x1.126792p-8f,
                           0x1.6ae6fep-11f);
    return scaled(p, parts.power);
}

/// sinh(x): for |x| < 1 by a short odd polynomial, otherwise h - 1 / (4 h) with h = exp(|x|) / 2.
template <class V>
LW_INLINE V sinh_float(V x) {
    const V magnitude = abs_of(x);
    const V square = magnitude * magnitude;
    const V p = polynomial(square, 0x1.555598p-3f, 0x1.10f77cp-7f, 0x1.ab3c64p-13f);
    const V small = fused(magnitude * square, p, magnitude);
    const V half_power = half_power_of(x);
    const V result = choose(magnitude < (V)1, small, half_power - (V)0.25f / half_power);
    return with_sign_of(result, x);
}

template <class V>
LW_INLINE V cosh_float(V x) {
    const V half_power = half_power_of(x);
    return half_power + (V)0.25f / half_power;
}

/// tanh(x). With e = exp(2 |x|) - 1, tanh(|x|) = e / (e + 2); from 10 on, tanh(|x|) is 1. One multiplication computes
/// the argument of the power of two. The rounding error of this multiplication affects only large e, where tanh is not
/// sensitive to e.
template <class V>
LW_INLINE V tanh_float(V x) {
    const V size = abs_of(x);
    const V inside = choose(size > (V)10.0f, (V)10.0f, size);
    const Nearest<V> n = nearest_integer(inside, 2 * log2_e);
    const V f = fused(inside, (V)(2 * log2_e), -n.value);
    const V p =
        polynomial(f, 0x1.62e43p-1f, 0x1.ebfbdep-3f, 0x1.c6af9cp-5f, 0x1.3b2c56p-7f, 0x1.5ef62ep-10f, 0x1.427c96p-13f);
    const V power = power_of_two<V>(n.integer);
    const V e = fused(power, f * p, power - (V)1);
    return with_sign_of(e / (e + (V)2), x);
}

template <class V>
LW_INLINE V sinh(V x) {
    if constexpr (is_double<V>)
        return sinh_double(x);
    else
        return sinh_float(x);
}

template <class V>
LW_INLINE V cosh(V x) {
    if constexpr (is_double<V>)
        return cosh_double(x);
    else
        return cosh_float(x);
}

template <class V>
LW_INLINE V tanh(V x) {
    if constexpr (is_double<V>)
        return tanh_double(x);
    else
        return tanh_float(x);
}

}  // namespace lw

LW_REALS_2(LW_UNARY, sinh)
LW_REALS_2(LW_UNARY, cosh)
LW_REALS_2(LW_UNARY, tanh)
