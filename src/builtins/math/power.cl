// pow, powr, pown, rootn.
#include "math/libm.h"
#include "math/power_float.h"

namespace lw {

/// 7.5.1, powr: defined as exp(y * log(x)), so the cases where pow knows better are nan.
template <class V>
LW_INLINE V powr_double(V x, V y) {
    const V nan = (V)not_a_number<V>;
    const V inf = (V)infinity<V>;
    const V result = libm::pow(abs_of(x), y);
    const Mask<V> edge = (x == (V)0) | (x == inf);
    const Mask<V> undefined = (x < (V)0) | (edge & (y == (V)0)) |
                              ((x == (V)1) & (abs_of(y) == inf)) | (x != x) | (y != y);
    return choose(undefined, nan, result);
}

/// 7.5.1, rootn: x^(1/n); negative x only for odd n.
template <class V>
LW_INLINE V rootn_double(V x, Ints<V> n) {
    const V degree = to<Element<V>>(n);
    const V magnitude = abs_of(x);
    const V exponent = (V)1 / degree;
    const V power = libm::pow(magnitude, exponent);
    // 1/n is rounded; what it lost times log(x) is the relative error of the power.
    const V lost = fused(-exponent, degree, (V)1) / degree;
    const V fixed = fused(power * lost, libm::log(magnitude), power);
    const Mask<V> ordinary = (power > (V)0) & (power < (V)infinity<V>);
    const V positive = choose(ordinary, fixed, power);
    const Mask<V> odd = without(is_even(degree));
    const V result = choose(odd, with_sign_of(positive, x), positive);
    const Mask<V> undefined = (degree == (V)0) | ((x < (V)0) & is_even(degree)) | (x != x);
    return choose(undefined, (V)not_a_number<V>, result);
}

template <class V>
LW_INLINE V pow(V x, V y) {
    if constexpr (is_double<V>)
        return libm::pow(x, y);
    else
        return pow_float(x, y);
}

template <class V>
LW_INLINE V powr(V x, V y) {
    if constexpr (is_double<V>)
        return powr_double(x, y);
    else
        return powr_float(x, y);
}

template <class V>
LW_INLINE V pown(V x, Ints<V> n) {
    if constexpr (is_double<V>)
        return libm::pow(x, to<double>(n));
    else
        return pown_float(x, n);
}

template <class V>
LW_INLINE V rootn(V x, Ints<V> n) {
    if constexpr (is_double<V>)
        return rootn_double(x, n);
    else
        return rootn_float(x, n);
}

}  // namespace lw

LW_REALS_2(LW_BINARY, pow)
LW_REALS_2(LW_BINARY, powr)
LW_REALS_2(LW_INT_ARGUMENT, pown)
LW_REALS_2(LW_INT_ARGUMENT, rootn)
