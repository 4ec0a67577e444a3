// fmod, remainder and the quotient of remquo for half (parts.h), all exact. The numbers x and y have 11 significant
// bits each. Therefore, x / y is an integer, or a midpoint between two integers, or farther from every integer and
// midpoint than the rounding error of a double below 2^41. All quotients of halves are below 2^41. Quotients for which
// float has enough bits are computed in float.
#include "half_math/parts.h"

namespace lw {

/// The rounding of a quotient: `Truncated` rounds toward 0, and `Rounded`, the next struct, rounds to nearest even.
struct Truncated {
    template <class V>
    LW_INLINE V of(V x) {
        return __builtin_elementwise_trunc(x);
    }
};
struct Rounded {
    template <class V>
    LW_INLINE V of(V x) {
        return __builtin_elementwise_rint(x);
    }
};

/// Parts of x = quotient * y + rest. An infinite y is replaced by 2^100, which makes the quotient 0.
template <class V>
struct HalfDivision {
    V quotient, rest;
};

template <class Integer, class V>
LW_INLINE HalfDivision<V> divide_wide(V x, V y) {
    using D = Doubles<V>;
    const D a = to<double>(x), b = to<double>(limited(y, -0x1p100f, 0x1p100f));
    const D quotient = Integer::of(a / b);
    // Reduces the quotient modulo 128, since remquo needs only the low seven bits.
    const V low = to<float>(fused(__builtin_elementwise_trunc(quotient * (D)0x1p-7), (D)-0x1p7, quotient));
    const V rest = to<float>(fused(-quotient, b, a));
    const Mask<V> has_rest = (abs_of(x) < (V)infinity<V>)&(abs_of(y) > (V)0);
    return {choose(has_rest, low, (V)0), choose(has_rest, rest, (V)not_a_number<V>)};
}

// fmod(x, y). Exactly one remainder is at least 0 and below |y|, so the float division is right if its remainder is in
// this range. The test fails for nan.
template <class V>
LW_INLINE V fmod_of_half(V x, V y) {
    const V a = abs_of(x), b = abs_of(y);
    const V rest = fused(-__builtin_elementwise_trunc(a / b), b, a);
    if (any_lane(without(bits<Unsigned<V>>(rest) < bits<Unsigned<V>>(b))))
        return with_sign_of(divide_wide<Truncated>(x, y).rest, x);
    return with_sign_of(rest, x);
}

/// |x| / |y| rounded to nearest even by one division in float. The result is right where `is_near` holds: |rest| is at
/// most |y| / 2. A quotient halfway between two integers is rounded to even, even if the quotient is large.
template <class V>
struct NearestDivision {
    V quotient, rest;
    Mask<V> is_near;
};

template <class V>
LW_INLINE NearestDivision<V> divide_to_nearest(V x, V y) {
    const V a = abs_of(x), b = abs_of(y);
    const V quotient = __builtin_elementwise_rint(a / b);
    const V rest = fused(-quotient, b, a);
    return {quotient, rest, abs_of(rest + rest) <= b};
}

/// Divides like divide_to_nearest(), but with an estimate of 1 / |y|. The estimate cannot detect quotients halfway
/// between two integers, so `is_near` is false for these quotients.
template <class V>
LW_INLINE NearestDivision<V> estimate_division(V x, V y) {
    const V a = abs_of(x), b = abs_of(y);
    const V quotient = __builtin_elementwise_rint(a * recip_estimate(b));
    const V rest = fused(-quotient, b, a);
    return {quotient, rest, abs_of(rest + rest) < b};
}

template <class V>
LW_INLINE V remainder_of_half(V x, V y) {
    if (has_float_ops()) {
        const NearestDivision<V> estimate = estimate_division(x, y);
        if (!any_lane(without(estimate.is_near))) return with_sign_added(estimate.rest, x);
    }
    const NearestDivision<V> division = divide_to_nearest(x, y);
    if (any_lane(without(division.is_near))) {
        const V rest = divide_wide<Rounded>(x, y).rest;
        return choose(rest == (V)0, with_sign_of((V)0, x), rest);
    }
    return with_sign_added(division.rest, x);
}

/// The low seven bits of |x / y|, with the sign of x / y.
template <class V>
LW_INLINE Ints<V> signed_quotient(V quotient, V x, V y) {
    const V low = fused(__builtin_elementwise_trunc(quotient * (V)0x1p-7f), (V)-0x1p7f, quotient);
    return to<int>(with_sign_added(with_sign_added(low, x), y));
}

/// Returns the sign and the low seven bits of the integer nearest to x / y; 0 where the remainder is nan.
template <class V>
LW_INLINE Ints<V> remquo_quotient_of_half(V x, V y) {
    if (has_float_ops()) {
        const NearestDivision<V> estimate = estimate_division(x, y);
        if (!any_lane(without(estimate.is_near))) return signed_quotient(estimate.quotient, x, y);
    }
    const NearestDivision<V> division = divide_to_nearest(x, y);
    if (any_lane(without(division.is_near))) return to<int>(divide_wide<Rounded>(x, y).quotient);
    return signed_quotient(division.quotient, x, y);
}

}  // namespace lw

#define LW_QUOTIENT_OF_HALF(V) \
    lw::Ints<V> __lw_remquo_quotient_of_half(V x, V y) { return lw::remquo_quotient_of_half(x, y); }

LW_WIDTHS_2(LW_OF_HALF_2, float, fmod)
LW_WIDTHS_2(LW_OF_HALF_2, float, remainder)
LW_WIDTHS(LW_QUOTIENT_OF_HALF, float)
