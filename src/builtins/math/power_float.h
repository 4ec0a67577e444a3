// Powers of floats, by logarithm and exponential in double: |y log2 x| up to 150 leaves 16 bits more than float has.
#pragma once

#include "math/exponent_bits.h"

namespace lw {

/// log2(x) for positive x that is a float, to 33 bits; -inf for 0, inf for inf, nan for nan.
template <class D>
LW_INLINE D log2_for_power(D x) {
    using I = Signed<D>;
    const I pattern = bits<I>(x);
    const I steps = (pattern - (I)0x3fe6a09e667f3bcd) & (I)0xfff0000000000000;
    const D fraction = bits<D>(pattern - steps) - (D)1;
    const D p =
        polynomial(fraction, 0x1.71547652ef953p0, -0x1.7154767baebeap-1, 0x1.ec709c00f041p-2, -0x1.715435eb9db4fp-2,
                   0x1.277732ce685f2p-2, -0x1.ec8d73d344953p-3, 0x1.a615cb536bdd5p-3, -0x1.6eb02b30a52cdp-3,
                   0x1.45a292dfe3b3p-3, -0x1.417fe988d5c7cp-3, 0x1.3d25f58f979p-3, -0x1.61ac61dbf147dp-4);
    const D logarithm = fused(fraction, p, to<double>(steps >> 52));
    const D finite = choose(x < (D)infinity<D>, logarithm, x);
    return choose(x == (D)0, (D)-infinity<D>, finite);
}

/// 2^x as a float.
template <class V>
LW_INLINE V exp2_for_power(Doubles<V> x) {
    using D = Doubles<V>;
    const D inside = limited(x, -160.0, 140.0);
    const Nearest<D> n = nearest_integer(inside, 1.0);
    const D p = polynomial(inside - n.value, 0x1.0000000261508p0, 0x1.62e430c7e92d5p-1, 0x1.ebfbdadcb1701p-3,
                           0x1.c6aed4b946d84p-5, 0x1.3b2dbbc066705p-7, 0x1.5f456a8ef562dp-10, 0x1.41d333d34ccd5p-13);
    return to<float>(p * power_of_two<D>(n.integer));
}

/// |x|^y, where 0 * inf counts as 0: 1^inf and x^0 are 1. nan for nan.
template <class V>
LW_INLINE V power_of_magnitude(V x, Doubles<V> y) {
    using D = Doubles<V>;
    const D logarithm = log2_for_power(abs_of(to<double>(x)));
    const D exponent = choose((logarithm == (D)0) | (y == (D)0), (D)0, y * logarithm);
    return exp2_for_power<V>(exponent);
}

}  // namespace lw
