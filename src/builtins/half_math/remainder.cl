// fmod, remainder and the quotient of remquo for half (parts.h). All are exact: with 11 digits each, x / y is an integer or
// further from one, and from the middle of two, than a quotient below 2^11 is rounded by in float, or one below 2^41 in
// double; no quotient of halves is greater.
#include "half_math/parts.h"

namespace lw {

/// Towards 0, or to nearest even.
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

/// x = quotient y + rest. A limit takes the place of infinite y, which makes the quotient 0.
template <class V>
struct HalfDivision {
    V quotient, rest;
};

template <class Integer, class V>
LW_INLINE HalfDivision<V> divide_wide(V x, V y) {
    using D = Doubles<V>;
    const D a = to<double>(x), b = to<double>(y);
    const D quotient = Integer::of(a / b);
    // Less a multiple of 128, for the sake of remquo.
    const V low = to<float>(fused(__builtin_elementwise_trunc(quotient * (D)0x1p-7), (D)-0x1p7, quotient));
    const V rest = to<float>(fused(-quotient, b, a));
    const Mask<V> has_rest = (abs_of(x) < (V)infinity<V>)&(abs_of(y) > (V)0);
    return {choose(has_rest, low, (V)0), choose(has_rest, rest, (V)not_a_number<V>)};
}

template <class Integer, class V>
LW_INLINE HalfDivision<V> divide_halves(V x, V y) {
    const V finite = limited(y, -0x1p100f, 0x1p100f);
    const V exact = x / finite;
    if (any_lane(without(abs_of(exact) < (V)0x1p11f))) return divide_wide<Integer>(x, finite);
    const V quotient = Integer::of(exact);
    return {quotient, fused(-quotient, finite, x)};
}

template <class V>
LW_INLINE V fmod_of_half(V x, V y) {
    return with_sign_of(divide_halves<Truncated>(x, y).rest, x);
}

template <class V>
LW_INLINE V remainder_of_half(V x, V y) {
    const V rest = divide_halves<Rounded>(x, y).rest;
    return choose(rest == (V)0, with_sign_of((V)0, x), rest);
}

/// Sign and low seven bits of the integer nearest to x / y; 0 where the remainder is nan.
template <class V>
LW_INLINE Ints<V> remquo_quotient_of_half(V x, V y) {
    return to<int>(divide_halves<Rounded>(x, y).quotient) % 128;
}

}  // namespace lw

#define LW_QUOTIENT_OF_HALF(V) \
    lw::Ints<V> __lw_remquo_quotient_of_half(V x, V y) { return lw::remquo_quotient_of_half(x, y); }

LW_WIDTHS_2(LW_OF_HALF_2, float, fmod)
LW_WIDTHS_2(LW_OF_HALF_2, float, remainder)
LW_WIDTHS(LW_QUOTIENT_OF_HALF, float)
