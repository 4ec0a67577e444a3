// Square roots from AVX-512's estimates: the divider takes three to six times as long. Those of doubles are rounded as
// the divider's are, unless they lie within 2^-104 of the middle between two numbers; those of floats are within .51
// ULP.
#pragma once

#include "math/exponent_bits.h"
#include "math/float_ops.h"

namespace lw {

/// The exponent is what halves: multipliers are busier than adders of integers.
template <class V>
LW_INLINE V half_of_normal(V x) {
    return bits<V>(bits<Signed<V>>(x) - ((Signed<V>)1 << mantissa_bits<V>));
}

/// 1 / sqrt(x) from an estimate y of 14 bits, by the series of (1 - e)^(-1/2) with e = 1 - x y^2: off by 2^-52.
template <class V>
LW_INLINE V inverse_root_double(V x, V estimate) {
    const V e = fused(-(x * estimate), estimate, (V)1);
    return fused(estimate * e, polynomial(e, 0x1p-1, 0x1.8p-2, 0x1.4p-2), estimate);
}

/// sqrt(x) for 0, and normal x below 2^1000 (of floats 2^120); nan below 0.
template <class V>
LW_INLINE V root(V x) {
    if (!has_float_ops()) return __builtin_elementwise_sqrt(x);
    V inverse = rsqrt_estimate(x);
    if constexpr (is_double<V>) inverse = inverse_root_double(x, inverse);
    const V near = x * inverse;
    const V result = fused(fused(-near, near, x), half_of_normal(inverse), near);
    return choose(x == (V)0, x, result);
}

}  // namespace lw
