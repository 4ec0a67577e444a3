// sin(pi x), cos(pi x) and tan(pi x). The argument is reduced exactly, so that large arguments need no separate code.
#pragma once

#include "math/common/lanes.h"

namespace lw {

/// x modulo 2, from -1 to 1; exact, nan for infinities.
template <class V>
LW_INLINE V modulo_turn(V x) {
    return fused(__builtin_elementwise_rint(x * (V)0.5), (V)-2, x);
}

/// sin(pi r) / r for |r| <= 1/2 given r^2, off by 2^-53, or by 2^-24 in float. The coefficients are chosen so that
/// rounding never gives a result above 2 at |r| = 1/2. In double, the first coefficient is below pi. In float, the
/// first coefficient exceeds pi, and the last coefficient is so low that the terms add up to at most 2 at |r| = 1/2.
template <class V>
LW_INLINE V slope_of_turns(V square) {
    if constexpr (is_double<V>)
        return polynomial(square, 0x1.921fb54442d18p1, -0x1.4abbce625be52p+2, 0x1.466bc6775aad6p+1,
                          -0x1.32d2cce62adafp-1, 0x1.50783486f10fcp-4, -0x1.e3074ee58f54dp-8, 0x1.e8f3afe997786p-12,
                          -0x1.6f8663768f69fp-16, 0x1.9ec493ab55890p-21);
    else
        return polynomial(square, 0x1.921fb6p+1f, -0x1.4abbc2p+2f, 0x1.4668bp+1f, -0x1.324ccap-1f, 0x1.3d9080p-4f);
}
template <class V>
LW_INLINE V sine_of_turns(V r) {
    return r * slope_of_turns(r * r);
}

/// sin(pi x). With |x| = n + rest, the result is sin(pi * rest) for even n, and -sin(pi * rest) for odd n. The parity
/// of n is the last bit of n + 2^52, or of n + 2^23 in float. This sum is exact unless x is so large that the rest is
/// 0. OpenCL C 3.0, 7.5.1: "sinpi(+-n) returns +-0 for positive integers n": for an integer |x|, the product is +0 or
/// -0, and the code adds +0, so the result for |x| is always +0.
template <class V>
LW_INLINE V sinpi(V x) {
    using I = Signed<V>;
    const V size = abs_of(x), n = __builtin_elementwise_rint(size), rest = size - n;
    const I parity = bits<I>(n + (V)(is_double<V> ? (Element<V>)0x1p52 : (Element<V>)0x1p23f));
    const V r = bits<V>(I(bits<I>(rest) ^ (parity << (bits_of<V> - 1))));
    return with_sign_added(fused(r, slope_of_turns(rest * rest), (V)0), x);
}

/// OpenCL C 3.0, 7.5.1: "cospi(n + 0.5) is +0 for any integer n where n + 0.5 is representable."
template <class V>
LW_INLINE V cospi(V x) {
    return sine_of_turns((V)0.5 - abs_of(modulo_turn(x)));
}

/// OpenCL C 3.0, 7.5.1: for even n >= 0, tanpi(n) is +0 and tanpi(n + 0.5) is inf. For odd n > 0, tanpi(n) is -0 and
/// tanpi(n + 0.5) is -inf. A rational function for |rest| up to 1/4 is off by 2^-26 in float, or by 2^-55 in double.
/// `zero`, which is +0 or -0, is added to the product of the negated rest and `slope`. If the rest is 0, this product
/// is -0, and adding -0 keeps the sign of `zero`.
template <class V>
LW_INLINE V tanpi(V x) {
    using I = Signed<V>;
    const V turns = modulo_turn(abs_of(x)), shifted = fused(turns, (V)2, (V)rounding_shift<V>);
    const I quarter = bits<I>(shifted);
    const V rest = fused(shifted - (V)rounding_shift<V>, (V)0.5f, -turns), square = rest * rest;
    const V zero =
        bits<V>(I(((quarter << (bits_of<V> - 2)) ^ (quarter << (bits_of<V> - 1))) & (I)1 << (bits_of<V> - 1)));
    V slope, denominator;
    if constexpr (is_double<V>) {
        slope =
            polynomial(square, -0x1.921fb54442d18p1, 0x1.fd21c22f76d58p+1, -0x1.b7a3175d9617dp-1, 0x1.7252e035a703ap-6);
        denominator = polynomial(square, 0x1p+0, -0x1.239519197c35ep+2, 0x1.231275860c844p+1, -0x1.9a6b24d506e2ap-3);
    } else {
        slope = polynomial(square, -0x1.921fb4p+1f, 0x1.7c37f8p+1f);
        denominator = polynomial(square, 0x1p+0f, -0x1.0f10cep+2f, 0x1.e49d3ep-1f);
    }
    const V numerator = fused(rest, slope, zero);
    const Mask<V> odd = (quarter & (I)1) != (I)0;
    return with_sign_added(choose(odd, -denominator, numerator) / choose(odd, numerator, denominator), x);
}

}  // namespace lw
