// fmod, remainder, and the quotient of remquo. All are exact.
#include "math/division.h"

namespace lw {

/// The rest of |x| by |y|, given with the sign of x; `divide` takes them apart where they are near.
template <class V, class Divide>
LW_INLINE V signed_rest(V x, V y, Divide divide) {
    const V a = abs_of(x), b = abs_of(y);
    if (any_lane(without(is_near(a, b)))) return with_remainder_limits(x, y, divide(brought_near(a, b), b).rest);
    return with_sign_added(divide(a, b).rest, x);
}

template <class V>
LW_INLINE V fmod(V x, V y) {
    return signed_rest(x, y, [](V a, V b) { return divide_once(a, b); });
}

template <class V>
LW_INLINE V remainder(V x, V y) {
    return signed_rest(x, y, [](V a, V b) { return divide_to_nearest(a, b); });
}

/// Sign and low seven bits of the integer nearest to x / y; 0 where the remainder is nan.
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
