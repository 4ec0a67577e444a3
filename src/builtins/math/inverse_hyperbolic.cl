// asinh, acosh, atanh.
#include "math/inverse_hyperbolic_double.h"
#include "math/logarithm_float.h"

namespace lw {

/// Above this the square of x would not matter, and might overflow: the functions are log(2 x) there.
inline constexpr float large_inverse = 0x1p30f;

template <class V>
LW_INLINE V asinh_float(V x) {
    const V magnitude = abs_of(x);
    const Mask<V> large = magnitude > (V)large_inverse;
    const V square = magnitude * magnitude;
    // asinh(x) = log1p(x + x^2 / (1 + sqrt(x^2 + 1))).
    const V argument = magnitude + square / ((V)1 + __builtin_elementwise_sqrt(square + (V)1));
    const V result = log1p_core(choose(large, magnitude, argument), choose(large, (V)1, (V)0));
    const V unchanged = choose(magnitude < (V)infinity<V>, result, magnitude);
    return with_sign_of(choose(magnitude < (V)0x1p-12f, magnitude, unchanged), x);
}

template <class V>
LW_INLINE V acosh_float(V x) {
    const Mask<V> large = x > (V)large_inverse;
    const V t = x - (V)1;
    // acosh(1 + t) = log1p(t + sqrt(t (t + 2))).
    const V argument = t + __builtin_elementwise_sqrt(t * (t + (V)2));
    const V result = log1p_core(choose(large, x, argument), choose(large, (V)1, (V)0));
    const V unchanged = choose(x < (V)infinity<V>, result, x);
    const V above = choose(x == (V)1, (V)0, unchanged);
    return choose(x < (V)1, (V)not_a_number<V>, above);
}

/// atanh(x) = log1p(2 x / (1 - x)) / 2.
template <class V>
LW_INLINE V atanh_float(V x) {
    const V magnitude = abs_of(x);
    const V result = (V)0.5f * log1p_core((magnitude + magnitude) / ((V)1 - magnitude), (V)0);
    const V inside = choose(magnitude < (V)0x1p-12f, magnitude, result);
    const V edge = choose(magnitude == (V)1, (V)infinity<V>, inside);
    return with_sign_of(choose(magnitude > (V)1, (V)not_a_number<V>, edge), x);
}

template <class V>
LW_INLINE V asinh(V x) {
    if constexpr (is_double<V>)
        return asinh_double(x);
    else
        return asinh_float(x);
}

template <class V>
LW_INLINE V acosh(V x) {
    if constexpr (is_double<V>)
        return acosh_double(x);
    else
        return acosh_float(x);
}

template <class V>
LW_INLINE V atanh(V x) {
    if constexpr (is_double<V>)
        return atanh_double(x);
    else
        return atanh_float(x);
}

}  // namespace lw

LW_REALS_2(LW_UNARY, asinh)
LW_REALS_2(LW_UNARY, acosh)
LW_REALS_2(LW_UNARY, atanh)
