// Division with remainder for fmod, remainder and remquo; no remainder is rounded.
#pragma once

#include "math/common/exponent_bits.h"

namespace lw {

/// Parts of a = quotient * b + rest.
template <class V>
struct Division {
    V quotient;
    V rest;
};

template <class V>
inline constexpr int digits = is_double<V> ? 53 : 24;

/// Computes a quotient and a rest with 0 <= rest < b, for a / b < 2^digits, a >= 0, b > 0. The floating-point quotient
/// is wrong only if it was rounded up to the next integer, and then the rest is negative. The rest is exact: it is
/// below b and a multiple of b's last bit. With -cl-denorms-are-zero, a negative subnormal rest becomes -0. The sign of
/// this zero still shows that the quotient is wrong. Adding b to this zero would not give the correct rest, so the rest
/// is computed again.
template <class V>
LW_INLINE Division<V> divide_once(V a, V b) {
    const V quotient = __builtin_elementwise_floor(a / b), less = quotient - (V)1;
    const V rest = fused(-quotient, b, a);
    const Mask<V> over = bits<Signed<V>>(rest) < (Signed<V>)0;
    return {choose(over, less, quotient), choose(over, fused(-less, b, a), rest)};
}

/// b * 2^n for 0 <= n <= 2046, if the product does not overflow.
template <class V>
LW_INLINE V shifted_up(V b, Signed<V> n) {
    const Signed<V> half_way = n >> 1;
    return b * power_of_two<V>(half_way) * power_of_two<V>(n - half_way);
}

/// True in lanes where one division suffices: a / b < 2^(digits - 1), and b is neither 0, infinite nor nan. The
/// dividend `a` must be >= 0.
template <class V>
LW_INLINE Mask<V> is_near(V a, V b) {
    const V limit = b * (V)(is_double<V> ? (Element<V>)0x1p52 : (Element<V>)0x1p23f);
    return (a < limit) & (b < (V)infinity<V>);
}

/// Subtracts a multiple of 128 * b from the dividend `a`, so that is_near() holds for the result. Changes the dividend
/// only if both numbers are positive and finite. Multiples of 128 keep the low seven bits of the quotient, which remquo
/// needs. Each iteration reduces the number of bits of the quotient by nearly `digits`.
template <class V>
LW_INLINE V brought_near(V a, V b) {
    for (;;) {
        const Mask<V> far = without(is_near(a, b)) & (a < (V)infinity<V>)&(b > (V)0) & (b < (V)infinity<V>);
        if (!any_lane(far)) return a;
        const Signed<V> distance = exponent_of(a) - exponent_of(b);
        const Signed<V> shift = __builtin_elementwise_max(distance - (digits<V> - 2), (Signed<V>)7);
        const V multiple = shifted_up(b, choose(far, shift, (Signed<V>)0));
        a = choose(far, divide_once(a, multiple).rest, a);
    }
}

/// Computes an integer n and a rest with a = n b + rest and |rest| <= b / 2; in ties, n is even. Requires that
/// is_near() holds for a and b. Both the division and rint() round, so n is corrected by one if a / b is next to the
/// middle between two integers.
template <class V>
LW_INLINE Division<V> divide_to_nearest(V a, V b) {
    const V quotient = __builtin_elementwise_rint(a / b);
    const V rest = fused(-quotient, b, a);
    const V size = abs_of(rest);
    const Mask<V> off = size > b - size;
    return {choose(off, quotient + with_sign_of((V)1, rest), quotient),
            choose(off, rest - with_sign_of(b, rest), rest)};
}

/// True in lanes where x modulo y exists: x is finite, y neither 0 nor nan.
template <class V>
LW_INLINE Mask<V> has_remainder(V x, V y) {
    return (abs_of(x) < (V)infinity<V>)&(abs_of(y) > (V)0);
}

/// Given `rest`, the remainder of |x| by y for finite y, returns the remainder of x by y, with all special cases.
template <class V>
LW_INLINE V with_remainder_limits(V x, V y, V rest) {
    const V finite = choose(abs_of(y) < (V)infinity<V>, with_sign_added(rest, x), x);
    return choose(has_remainder(x, y), finite, (V)not_a_number<V>);
}

}  // namespace lw
