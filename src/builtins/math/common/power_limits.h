// Computes pow, powr, pown and rootn for arguments of any kind from powers that are valid only for ordinary arguments.
// A branch that most calls do not take handles all special cases.
#pragma once

#include "math/common/lanes.h"

namespace lw {

/// |x|^y for every x, including 0, infinities and nan. `power` must be |x|^y for all other x.
template <class V>
LW_INLINE V power_of_any(V x, V y, V power) {
    const V inf = (V)infinity<V>;
    const V magnitude = abs_of(x);
    const V of_zero = choose(y < (V)0, inf, (V)0);
    const V of_infinity = choose(y < (V)0, (V)0, inf);
    const V finite = choose(magnitude == inf, of_infinity, choose(magnitude == (V)0, of_zero, power));
    return choose(y == (V)0, (V)1, finite);
}

/// Returns the power of x, given the power of |x| with the same exponent. The power of x is negative if x is negative
/// and the exponent is odd.
template <class V, class M>
LW_INLINE V power_with_sign(V x, V magnitude, M odd) {
    return choose(odd, with_sign_of(magnitude, x), magnitude);
}

/// pow(x, y) with the special cases of C, which include every negative x.
template <class V>
LW_INLINE V pow_of_any(V x, V y, V power) {
    const V magnitude = power_of_any(x, y, power);
    const V whole = __builtin_elementwise_trunc(y);
    const Mask<V> odd = (whole == y) & (abs_of(y) < (V)infinity<V>)&without(is_even(y));
    const V result = power_with_sign(x, magnitude, odd);
    // Negative finite x have powers for integer exponents only; -inf and -0 have powers for all exponents.
    const Mask<V> undefined = (x < (V)0) & (abs_of(x) < (V)infinity<V>)&(whole != y);
    const V defined = choose(undefined, (V)not_a_number<V>, result);
    const V propagated = choose((x != x) | (y != y), x + y, defined);
    // The power is 1 for x = 1 and any y, and for x = -1 and an infinite y.
    const Mask<V> one = (x == (V)1) | ((x == (V)-1) & (abs_of(y) == (V)infinity<V>));
    return choose(one | (y == (V)0), (V)1, propagated);
}

/// OpenCL C 3.0, 7.5.1, powr: the result is exp(y * log(x)). If this formula has no value, powr is nan, even if pow has
/// a value.
template <class V>
LW_INLINE V powr_of_any(V x, V y, V power) {
    const V inf = (V)infinity<V>;
    const Mask<V> edge = (x == (V)0) | (x == inf);
    const Mask<V> undefined =
        (x < (V)0) | (edge & (y == (V)0)) | ((x == (V)1) & (abs_of(y) == inf)) | (x != x) | (y != y);
    return choose(undefined, (V)not_a_number<V>, power_of_any(x, y, power));
}

/// True in lanes where x is positive and normal. Tests the bits of x: LLVM would turn floating-point comparisons into
/// `is_fpclass`, which takes a dozen instructions.
template <class V>
LW_INLINE Mask<V> is_positive_and_normal(V x) {
    const Unsigned<V> least = bits<Unsigned<V>>((V)(is_double<V> ? (Element<V>)0x1p-1022 : (Element<V>)0x1p-126f));
    return bits<Unsigned<V>>(x) - least < bits<Unsigned<V>>((V)infinity<V>) - least;
}

/// The power a^b of two numbers. `any` is valid if the number `a` is positive and finite. `usual` takes less time, but
/// is valid only if `a` is also normal and `is_usual` is true. For all other values of `a`, both members are undefined.
/// The exponent `b` may be infinite; `is_usual` is false for 1^inf, which is nan.
template <class V>
struct Powers {
    V usual;
    Mask<V> is_usual;
    V any;
};

/// pow(x, y), given powers of |x|.
template <class V>
LW_INLINE V pow_by(Powers<V> power, V x, V y) {
    if (any_lane(without(is_positive_and_normal(x) & power.is_usual))) return pow_of_any(x, y, power.any);
    return power.usual;
}

template <class V>
LW_INLINE V powr_by(Powers<V> power, V x, V y) {
    if (any_lane(without(is_positive_and_normal(x) & power.is_usual))) return powr_of_any(x, y, power.any);
    return power.usual;
}

template <class V>
LW_INLINE V pown_by(Powers<V> power, V x, Ints<V> n) {
    const auto odd = (n & 1) != 0;
    if (any_lane(without(is_positive_and_normal(abs_of(x)) & power.is_usual))) {
        const V result = power_with_sign(x, power_of_any(x, to<Element<V>>(n), power.any), odd);
        return choose(n == 0, (V)1, choose(x != x, x, result));
    }
    return power_with_sign(x, power.usual, odd);
}

/// OpenCL C 3.0, 7.5.1, rootn: x^(1/n), where `inverse` is 1 / n; for negative x, the result is nan unless n is odd.
template <class V>
LW_INLINE V rootn_by(Powers<V> power, V inverse, V x, Ints<V> n) {
    if (any_lane(without(is_positive_and_normal(x) & power.is_usual)) | any_lane(n == 0)) {
        const V result = power_with_sign(x, power_of_any(x, inverse, power.any), (n & 1) != 0);
        const V defined = choose((n & 1) == 0, choose(x < (V)0, (V)not_a_number<V>, result), result);
        return choose(n == 0, (V)not_a_number<V>, choose(x != x, x, defined));
    }
    return power.usual;
}

}  // namespace lw
