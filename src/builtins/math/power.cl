// pow, powr, pown, rootn.
#include "math/power_double.h"
#include "math/power_float.h"

namespace lw {

/// |x|^y; nan for nan.
template <class V>
LW_INLINE V magnitude_of_power(V x, Doubles<V> y) {
    if constexpr (is_double<V>)
        return power_of_magnitude(x, TwoDoubles<V>{y, (V)0});
    else
        return power_of_magnitude(x, y);
}

/// |x|^(1/n); nan for nan.
template <class V>
LW_INLINE V magnitude_of_root(V x, Doubles<V> n) {
    const Doubles<V> inverse = (Doubles<V>)1 / n;
    if constexpr (is_double<V>)
        return power_of_magnitude(x, TwoDoubles<V>{inverse, fused(-inverse, n, (V)1) / n});
    else
        return power_of_magnitude(x, inverse);
}

/// The power of negative x to an odd exponent is negative.
template <class V, class M>
LW_INLINE V power_with_sign(V x, V magnitude, M odd) {
    return choose(odd, with_sign_of(magnitude, x), magnitude);
}

/// With C's special cases.
template <class V>
LW_INLINE V pow(V x, V y) {
    const V magnitude = magnitude_of_power(x, to<double>(y));
    const V whole = __builtin_elementwise_trunc(y);
    const Mask<V> odd = (whole == y) & (abs_of(y) < (V)infinity<V>) & without(is_even(y));
    const V result = power_with_sign(x, magnitude, odd);
    // A negative base has powers with integer exponents only; -inf and -0 have all.
    const Mask<V> undefined = (x < (V)0) & (abs_of(x) < (V)infinity<V>) & (whole != y);
    const V defined = choose(undefined, (V)not_a_number<V>, result);
    const V propagated = choose((x != x) | (y != y), x + y, defined);
    return choose((x == (V)1) | (y == (V)0), (V)1, propagated);
}

/// 7.5.1, powr: exp(y * log(x)), so the cases in which pow knows better are nan.
template <class V>
LW_INLINE V powr(V x, V y) {
    const V result = magnitude_of_power(x, to<double>(y));
    const V inf = (V)infinity<V>;
    const Mask<V> edge = (x == (V)0) | (x == inf);
    const Mask<V> undefined = (x < (V)0) | (edge & (y == (V)0)) | ((x == (V)1) & (abs_of(y) == inf)) | (x != x) |
                              (y != y);
    return choose(undefined, (V)not_a_number<V>, result);
}

template <class V>
LW_INLINE V pown(V x, Ints<V> n) {
    const V magnitude = magnitude_of_power(x, to<double>(n));
    const V result = power_with_sign(x, magnitude, (n & 1) != 0);
    return choose(n == 0, (V)1, choose(x != x, x, result));
}

/// 7.5.1, rootn: x^(1/n); negative x has roots of odd degree only.
template <class V>
LW_INLINE V rootn(V x, Ints<V> n) {
    const auto odd = (n & 1) != 0;
    const V result = power_with_sign(x, magnitude_of_root(x, to<double>(n)), odd);
    const V defined = choose((n & 1) == 0, choose(x < (V)0, (V)not_a_number<V>, result), result);
    return choose(n == 0, (V)not_a_number<V>, choose(x != x, x, defined));
}

}  // namespace lw

LW_REALS_2(LW_BINARY, pow)
LW_REALS_2(LW_BINARY, powr)
LW_REALS_2(LW_INT_ARGUMENT, pown)
LW_REALS_2(LW_INT_ARGUMENT, rootn)
