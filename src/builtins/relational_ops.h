// Shared parts of the relational functions: the type of results, and the sign, exponent and mantissa bits of
// floating-point values.
#pragma once

#include "types.h"

namespace lw {

/// Type of a result: int if V is a scalar. If V is a vector type, the result has signed integers of the same size in
/// place of V's elements.
template <class V>
using Relation = Conditional<width_of<V> == 1, int, Signed<V>>;

template <class V, class M>
LW_INLINE Relation<V> relation(M mask) {
    if constexpr (width_of<V> == 1)
        return mask ? 1 : 0;
    else
        return bits<Relation<V>>(mask);
}

template <class V>
constexpr int mantissa_bits = sizeof(Element<V>) == 2   ? 10
                              : sizeof(Element<V>) == 4 ? 23
                                                        : 52;

/// Mask of all bits except the sign.
template <class V>
constexpr Element<Signed<V>> magnitude_mask = Element<Unsigned<V>>(~Element<Unsigned<V>>(0)) >> 1;

/// Bits of the smallest positive normal value. `exponent_mask`, the next constant, has the bits of infinity.
template <class V>
constexpr Element<Signed<V>> smallest_normal = Element<Signed<V>>(1) << mantissa_bits<V>;
template <class V>
constexpr Element<Signed<V>> exponent_mask = magnitude_mask<V> & ~(smallest_normal<V> - 1);

/// Returns the bits of x without the sign.
template <class V>
LW_INLINE Signed<V> magnitude(V x) {
    return bits<Signed<V>>(x) & splat<Signed<V>>(magnitude_mask<V>);
}

}  // namespace lw
