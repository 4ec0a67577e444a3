// Extracts exponents of floating-point numbers as integers, and makes powers of two from integers.
#pragma once

#include "math/common/lanes.h"

namespace lw {

template <class V>
inline constexpr int mantissa_bits = is_double<V> ? 52 : 23;
template <class V>
inline constexpr int exponent_bias = is_double<V> ? 1023 : 127;

/// 2^n for n in the range of normal exponents.
template <class V>
LW_INLINE V power_of_two(Signed<V> n) {
    return bits<V>((n + exponent_bias<V>) << mantissa_bits<V>);
}

/// Bits of |x|, with subnormal x multiplied by a power of two, and the exponent of this power.
template <class V>
struct Normal {
    Signed<V> magnitude;
    Signed<V> scale;
};

template <class V>
LW_INLINE Normal<V> normalize(V x) {
    const V smallest = (V)(is_double<V> ? (Element<V>)__DBL_MIN__ : (Element<V>)__FLT_MIN__);
    const Mask<V> subnormal = abs_of(x) < smallest;
    const V scaled = abs_of(choose(subnormal, x * (V)0x1p64f, x));
    return {bits<Signed<V>>(scaled), choose(subnormal, (Signed<V>)64, (Signed<V>)0)};
}

/// The exponent of x, even of subnormal x; undefined for 0, infinities and nan.
template <class V>
LW_INLINE Signed<V> exponent_of(V x) {
    const Normal<V> normal = normalize(x);
    return (normal.magnitude >> mantissa_bits<V>)-exponent_bias<V> - normal.scale;
}

}  // namespace lw
