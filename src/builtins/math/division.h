// Division with remainder, exact in every step: fmod, remainder and remquo.
#pragma once

#include "math/exponent_bits.h"

namespace lw {

/// a = n b + rest with 0 <= rest < b. `quotient` is n, or where n is beyond 2^digits, an integer below 2^digits that
/// differs from n by a multiple of 128.
template <class V>
struct Division {
    V quotient;
    V rest;
};

template <class V>
inline constexpr int digits = is_double<V> ? 53 : 24;

/// For a / b < 2^digits, a >= 0, b > 0: the quotient can only be rounded up to the next integer, and then the rest is
/// negative. It is a multiple of b's last bit below b, so that no step rounds.
template <class V>
LW_INLINE Division<V> divide_once(V a, V b) {
    const V quotient = __builtin_elementwise_floor(a / b);
    const V rest = fused(-quotient, b, a);
    const Mask<V> over = rest < (V)0;
    return {choose(over, quotient - (V)1, quotient), choose(over, rest + b, rest)};
}

/// b * 2^n for 0 <= n <= 2046, where that does not overflow.
template <class V>
LW_INLINE V shifted_up(V b, Signed<V> n) {
    const Signed<V> half_way = n >> 1;
    return b * power_of_two<V>(half_way) * power_of_two<V>(n - half_way);
}

/// For a >= 0, b > 0; means nothing otherwise, nor where b is infinite. Quotients of 2^digits and more, if any lane has
/// one, lose most of that many bits per round: multiples of 128, for the sake of remquo.
template <class V>
LW_INLINE Division<V> divide(V a, V b) {
    const V limit = b * (V)(is_double<V> ? (Element<V>)0x1p53 : (Element<V>)0x1p24f);
    for (;;) {
        const Mask<V> far = (a >= limit) & (a < (V)infinity<V>)&(b > (V)0);
        if (!any_lane(far)) return divide_once(a, b);
        const Signed<V> distance = exponent_of(a) - exponent_of(b);
        const Signed<V> shift = __builtin_elementwise_max(distance - (digits<V> - 2), (Signed<V>)7);
        const V multiple = shifted_up(b, choose(far, shift, (Signed<V>)0));
        a = choose(far, divide_once(a, multiple).rest, a);
    }
}

/// Lanes where x modulo y exists: x finite, y neither 0 nor nan.
template <class V>
LW_INLINE Mask<V> has_remainder(V x, V y) {
    return (abs_of(x) < (V)infinity<V>)&(abs_of(y) > (V)0);
}

/// x = n y + rest with |rest| <= |y| / 2, n even where two are as near. `quotient` as in Division, of |x| and |y|.
template <class V>
LW_INLINE Division<V> divide_to_nearest(V x, V y) {
    const V b = abs_of(y);
    const Division<V> down = divide(abs_of(x), b);
    const V gap = b - down.rest;
    const Mask<V> up = (down.rest > gap) | ((down.rest == gap) & without(is_even(down.quotient)));
    return {choose(up, down.quotient + (V)1, down.quotient), choose(up, -gap, down.rest)};
}

/// `result`, which is for |x| and finite y, with the special cases and the sign of x.
template <class V>
LW_INLINE V with_remainder_limits(V x, V y, V result) {
    const Signed<V> sign = bits<Signed<V>>(x) ^ bits<Signed<V>>(abs_of(x));
    const V finite = choose(abs_of(y) < (V)infinity<V>, bits<V>(bits<Signed<V>>(result) ^ sign), x);
    return choose(has_remainder(x, y), finite, (V)not_a_number<V>);
}

}  // namespace lw
