// fmod, remainder, and the quotient of remquo, all exact.
#include "math/division.h"
#include "math/common/float_ops.h"

namespace lw {

/// The remainder of |x| by |y|, with the sign of x; `divide` computes the remainder of arguments for which is_near()
/// holds.
template <class V, class Divide>
LW_INLINE V signed_rest(V x, V y, Divide divide) {
    const V a = abs_of(x), b = abs_of(y);
    if (any_lane(without(is_near(a, b)))) return with_remainder_limits(x, y, divide(brought_near(a, b), b).rest);
    return with_sign_added(divide(a, b).rest, x);
}

/// fmod(|x|, |y|), with an estimate of 1 / |y| instead of a division, since divisions of doubles take long. An
/// estimated quotient up to 2^11 is right or one too large. A computed remainder is right if it is at least 0 and below
/// |y|: each remainder is computed exactly, and only the right one lies in this range.
template <class V>
LW_INLINE V rest_by_estimate(V x, V y) {
    const V a = abs_of(x), b = abs_of(y), root = rsqrt_estimate(b);
    const V quotient = __builtin_elementwise_rint(a * (root * root)), less = quotient - (V)1;
    const V rest = fused(-quotient, b, a);
    return choose(bits<Signed<V>>(rest) < (Signed<V>)0, fused(-less, b, a), rest);
}

template <class V>
LW_INLINE V fmod(V x, V y) {
    if constexpr (is_double<V>) {
        if (has_float_ops()) {
            const V rest = rest_by_estimate(x, y);
            const Mask<V> is_rest = bits<Unsigned<V>>(rest) < bits<Unsigned<V>>(abs_of(y));
            if (!any_lane(without(is_rest))) return with_sign_added(rest, x);
        }
    }
    return signed_rest(x, y, [](V a, V b) { return divide_once(a, b); });
}

template <class V>
LW_INLINE V remainder(V x, V y) {
    return signed_rest(x, y, [](V a, V b) { return divide_to_nearest(a, b); });
}

/// Returns the sign and the low seven bits of the integer nearest to x / y; 0 where the remainder is nan.
template <class V>
LW_INLINE Ints<V> remquo_quotient(V x, V y) {
    const V b = abs_of(y);
    V a = abs_of(x);
    Mask<V> defined = is_near(a, b);
    if (any_lane(without(defined))) {
        a = brought_near(a, b);
        defined = has_remainder(x, y) & (b < (V)infinity<V>);
    }
    const V quotient = divide_to_nearest(a, b).quotient;
    const V above = __builtin_elementwise_floor(quotient * (V)0x1p-7f) * (V)0x1p7f;
    const Ints<V> magnitude = to<int>(choose(defined, quotient - above, (V)0));
    return choose((bits<Signed<V>>(x) ^ bits<Signed<V>>(y)) < (Signed<V>)0, -magnitude, magnitude);
}

}  // namespace lw

#define LW_QUOTIENT(V, name) \
    lw::Ints<V> name(V x, V y) { return lw::remquo_quotient(x, y); }

LW_REALS_2(LW_BINARY, fmod)
LW_REALS_2(LW_BINARY, remainder)
LW_REALS_2(LW_QUOTIENT, __lw_remquo_quotient)
