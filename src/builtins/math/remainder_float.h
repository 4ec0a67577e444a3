// fmod and remainder of floats in double, where every step is exact.
#pragma once

#include "math/exponent_bits.h"

namespace lw {

/// a - q b for the integer q next below a / b, where a >= 0, b > 0 and a / b < 2^29: q b is exact, and the division can
/// only round up to the next integer.
template <class D>
LW_INLINE D reduce_once(D a, D b) {
    const D rest = fused(-__builtin_elementwise_floor(a / b), b, a);
    return choose(rest < (D)0, rest + b, rest);
}

/// a modulo b for floats a >= 0, b > 0. Quotients of 2^28 and more, if any lane has one, lose 28 bits per round.
template <class D>
LW_INLINE D modulo(D a, D b) {
    for (;;) {
        const Mask<D> far = (a >= b * (D)0x1p28) & (a < (D)infinity<D>)&(b > (D)0);
        if (!any_lane(far)) break;
        const Signed<D> distance = (bits<Signed<D>>(a) >> 52) - (bits<Signed<D>>(b) >> 52);
        const Signed<D> shift = choose(far, distance - 27, (Signed<D>)0);
        a = choose(far, reduce_once(a, b * power_of_two<D>(shift)), a);
    }
    return reduce_once(a, b);
}

/// Lanes where x modulo y exists: x finite, y neither 0 nor nan.
template <class V>
LW_INLINE Mask<V> has_remainder(V x, V y) {
    return (abs_of(x) < (V)infinity<V>)&(abs_of(y) > (V)0);
}

template <class V>
LW_INLINE V fmod_float(V x, V y) {
    const V divisor = abs_of(y);
    const V rest = to<float>(modulo(to<double>(abs_of(x)), to<double>(divisor)));
    const V finite = choose(divisor < (V)infinity<V>, with_sign_of(rest, x), x);
    return choose(has_remainder(x, y), finite, (V)not_a_number<V>);
}

/// x minus the nearest multiple of y: where two are as near, the even one.
template <class V>
LW_INLINE V remainder_float(V x, V y) {
    using D = Doubles<V>;
    const V divisor = abs_of(y);
    const D b = to<double>(divisor);
    // Modulo 2|y| the quotient is 0 or 1; halves go to the even one.
    const D rest = modulo(to<double>(abs_of(x)), b + b);
    const D above = choose((rest > b * (D)0.5) & (rest < b * (D)1.5), rest - b, rest);
    const D nearest = choose(rest >= b * (D)1.5, rest - (b + b), above);
    const V result = to<float>(nearest);
    const V signed_result = choose(x < (V)0, -result, result);
    const V nonzero = choose(result == (V)0, with_sign_of((V)0, x), signed_result);
    const V finite = choose(divisor < (V)infinity<V>, nonzero, x);
    return choose(has_remainder(x, y), finite, (V)not_a_number<V>);
}

}  // namespace lw
