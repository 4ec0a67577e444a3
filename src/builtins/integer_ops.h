// Shared building blocks of integer functions: limits, wide multiplication, saturation.
#pragma once

#include "types.h"

namespace lw {

template <class T>
constexpr T max_of = T(Unsigned<T>(~Unsigned<T>(0)) >> (is_signed<T> ? 1 : 0));
template <class T>
constexpr T min_of = is_signed<T> ? T(~max_of<T>) : T(0);

/// V with its integer elements replaced by integers of twice the size and the same signedness.
template <class V>
using Wider = WithElement<Conditional<is_signed<V>, typename IntegerOf<2 * sizeof(Element<V>)>::s,
                                      typename IntegerOf<2 * sizeof(Element<V>)>::u>,
                          V>;

/// Returns the upper half of a 64 by 64 bit product, computed from four 32 by 32 bit products.
template <class V>
LW_INLINE V mul_hi_unsigned_64(V x, V y) {
    const V low_mask = splat<V>(0xffffffffUL);
    const V x_low = x & low_mask, x_high = x >> 32;
    const V y_low = y & low_mask, y_high = y >> 32;
    const V middle = x_high * y_low + ((x_low * y_low) >> 32);
    const V middle_low = (middle & low_mask) + x_low * y_high;
    return x_high * y_high + (middle >> 32) + (middle_low >> 32);
}

/// Returns the upper half of the double-width product.
template <class V>
LW_INLINE V mul_hi(V x, V y) {
    using T = Element<V>;
    if constexpr (sizeof(T) < 8) {
        using W = Element<Wider<V>>;
        return to<T>((to<W>(x) * to<W>(y)) >> bits_of<V>);
    } else if constexpr (is_signed<V>) {
        // A negative factor, interpreted as unsigned, is 2^64 too large.
        const V high = bits<V>(mul_hi_unsigned_64(bits<Unsigned<V>>(x), bits<Unsigned<V>>(y)));
        return high - ((x >> 63) & y) - ((y >> 63) & x);
    } else {
        return mul_hi_unsigned_64(x, y);
    }
}

template <class V>
LW_INLINE V min(V x, V y) {
    return __builtin_elementwise_min(x, y);
}
template <class V>
LW_INLINE V max(V x, V y) {
    return __builtin_elementwise_max(x, y);
}

template <class V>
LW_INLINE V add_sat(V x, V y) {
    return __builtin_elementwise_add_sat(x, y);
}
template <class V>
LW_INLINE V sub_sat(V x, V y) {
    return __builtin_elementwise_sub_sat(x, y);
}

}  // namespace lw
