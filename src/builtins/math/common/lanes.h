// Additions to types.h for the math templates. The file has mask operations that work for scalars and vectors, rounding
// to integers, conversions of elements, and macros that emit overloads.
#pragma once

#include "types.h"

namespace lw {

template <class V>
using Ints = WithElement<int, V>;
template <class V>
using Floats = WithElement<float, V>;
template <class V>
using Doubles = WithElement<double, V>;

template <class V>
inline constexpr bool is_double = same_type<Element<V>, double>;

template <class V>
inline constexpr Element<V> infinity = (Element<V>)__builtin_inf();
template <class V>
inline constexpr Element<V> not_a_number = (Element<V>)__builtin_nan("");

/// Negates a mask: by `!` for scalars, where `~` would be wrong, and by `~` for vectors, where `!` would be wrong.
template <class M>
LW_INLINE M without(M mask) {
    if constexpr (width_of<M> == 1)
        return !mask;
    else
        return ~mask;
}

template <class V>
LW_INLINE V abs_of(V x) {
    return __builtin_elementwise_abs(x);
}
template <class V>
LW_INLINE V fused(V x, V y, V z) {
    return __builtin_elementwise_fma(x, y, z);
}
template <class V>
LW_INLINE V with_sign_of(V magnitude, V sign) {
    return __builtin_elementwise_copysign(magnitude, sign);
}

/// x with its sign changed where `sign` is negative.
template <class V>
LW_INLINE V with_sign_added(V x, V sign) {
    const Signed<V> bit = bits<Signed<V>>(sign) ^ bits<Signed<V>>(abs_of(sign));
    return bits<V>(bits<Signed<V>>(x) ^ bit);
}

/// c0 + c1 x + c2 x^2 + ...
template <class V>
LW_INLINE V polynomial(V x, Element<V> c0) {
    return (V)c0;
}
template <class V, class... Coefficients>
LW_INLINE V polynomial(V x, Element<V> c0, Coefficients... others) {
    return fused(polynomial(x, (Element<V>)others...), x, (V)c0);
}

/// c0 + c4 y + c8 y^2 + ...
template <class V>
LW_INLINE V every_fourth(V y, Element<V> c0) {
    return (V)c0;
}
template <class V>
LW_INLINE V every_fourth(V y, Element<V> c0, Element<V> c1) {
    return (V)c0;
}
template <class V>
LW_INLINE V every_fourth(V y, Element<V> c0, Element<V> c1, Element<V> c2) {
    return (V)c0;
}
template <class V>
LW_INLINE V every_fourth(V y, Element<V> c0, Element<V> c1, Element<V> c2, Element<V> c3) {
    return (V)c0;
}
template <class V, class... Coefficients>
LW_INLINE V every_fourth(V y, Element<V> c0, Element<V> c1, Element<V> c2, Element<V> c3, Element<V> c4,
                         Coefficients... others) {
    return fused(every_fourth(y, c4, (Element<V>)others...), y, (V)c0);
}

/// Like polynomial(), but evaluates all terms except c0 in four chains that run in parallel. Four chains are
/// faster in long functions: if a loop has a long body, a processor overlaps too few iterations to hide the latency of
/// a single chain.
template <class V, class... Coefficients>
LW_INLINE V wide_polynomial(V x, Element<V> c0, Element<V> c1, Element<V> c2, Element<V> c3, Element<V> c4,
                            Coefficients... others) {
    const V square = x * x, fourth = square * square;
    const V first = every_fourth(fourth, c1, c2, c3, c4, (Element<V>)others...);
    const V second = every_fourth(fourth, c2, c3, c4, (Element<V>)others...);
    const V third = every_fourth(fourth, c3, c4, (Element<V>)others...);
    const V last = every_fourth(fourth, c4, (Element<V>)others...);
    const V rest = fused(fused(last, x, third), square, fused(second, x, first));
    return fused(rest, x, (V)c0);
}

/// x limited to low..high; nan stays nan.
template <class V>
LW_INLINE V limited(V x, Element<V> low, Element<V> high) {
    const V below = choose(x > (V)high, (V)high, x);
    return choose(below < (V)low, (V)low, below);
}

/// 1.5 * 2^p: adding this constant to a small number rounds the number to an integer (to nearest, ties to even). The
/// low bits of the sum then hold the integer. Unlike a conversion, the addition is defined for nan, and it is cheap for
/// 64-bit lanes.
template <class V>
inline constexpr Element<V> rounding_shift = is_double<V> ? (Element<V>)0x1.8p52 : (Element<V>)0x1.8p23f;

/// The integer nearest to a product, as a floating-point value and as an integer.
template <class V>
struct Nearest {
    V value;
    Signed<V> integer;  // the integer, which is undefined if the product is nan
};

/// The integer nearest to x * factor, for |x * factor| < 2^21.
template <class V>
LW_INLINE Nearest<V> nearest_integer(V x, Element<V> factor) {
    const V shift = (V)rounding_shift<V>;
    const V shifted = fused(x, (V)factor, shift);
    return {shifted - shift, bits<Signed<V>>(shifted) - bits<Signed<V>>(shift)};
}

/// The low bits of the integer nearest to x, |x| < 2^21; the bits above them are undefined.
template <class V>
LW_INLINE Signed<V> integer_bits(V x) {
    return bits<Signed<V>>(x + (V)rounding_shift<V>);
}

/// True in lanes where the integer-valued x, of any magnitude, is even.
template <class V>
LW_INLINE Mask<V> is_even(V x) {
    const V halved = x * (V)0.5;
    return halved == __builtin_elementwise_floor(halved);
}

}  // namespace lw

// ---- overloads ----------------------------------------------------------------------------------

/// Expands M(V, name) for each type V of the math functions.
#define LW_REALS_2(M, name) LW_WIDTHS_2(M, float, name) LW_WIDTHS_2(M, double, name)

#define LW_INT_RESULT(V, name) \
    lw::Ints<V> name(V x) { return lw::name(x); }
#define LW_INT_ARGUMENT(V, name) \
    V name(V x, lw::Ints<V> n) { return lw::name(x, n); }
