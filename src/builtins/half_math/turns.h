// sin(pi x) for half (parts.h), and shared parts of the trigonometric functions.
#pragma once

#include "math/common/lanes.h"

namespace lw {

/// x with its sign changed for odd n.
template <class V>
LW_INLINE V with_sign_of_parity(V x, Ints<V> n) {
    return bits<V>(bits<Ints<V>>(x) ^ (n << 31));
}

/// sin(pi r) / r for |r| <= 1/2 given r^2, off by 2^-13.2.
template <class V>
LW_INLINE V slope_of_turns_for_half(V square) {
    return polynomial(square, 0x1.921492p+1f, -0x1.4954e0p+2f, 0x1.29cf48p+1f);
}

/// OpenCL C 3.0, 7.5.1: "sinpi(+-n) returns +-0 for positive integers n." For an integer |x|, the reduced argument is
/// +0 or -0. The code multiplies this argument by a polynomial, which gives +0 or -0 again, and then adds +0. The
/// result for |x| is therefore always +0.
template <class V>
LW_INLINE V sinpi_of_half(V x) {
    const V size = abs_of(x), shifted = size + (V)rounding_shift<V>;
    const V rest = size - (shifted - (V)rounding_shift<V>);
    const V r = with_sign_of_parity(rest, bits<Ints<V>>(shifted));
    return with_sign_added(fused(r, slope_of_turns_for_half(rest * rest), (V)0), x);
}

}  // namespace lw
