// fmod, remainder, and the quotient of remquo. All are exact.
#include "math/division.h"

namespace lw {

template <class V>
LW_INLINE V fmod(V x, V y) {
    return with_remainder_limits(x, y, divide(abs_of(x), abs_of(y)).rest);
}

template <class V>
LW_INLINE V remainder(V x, V y) {
    return with_remainder_limits(x, y, divide_to_nearest(x, y).rest);
}

/// Sign and low seven bits of the integer nearest to x / y; 0 where the remainder is nan.
template <class V>
LW_INLINE Ints<V> remquo_quotient(V x, V y) {
    const Mask<V> defined = has_remainder(x, y) & (abs_of(y) < (V)infinity<V>);
    const V quotient = choose(defined, divide_to_nearest(x, y).quotient, (V)0);
    const V above = __builtin_elementwise_floor(quotient * (V)0x1p-7f) * (V)0x1p7f;
    const Ints<V> magnitude = to<int>(quotient - above);
    const Ints<V> sign = to<int>(with_sign_of((V)1, x) * with_sign_of((V)1, y));
    return magnitude * sign;
}

}  // namespace lw

#define LW_QUOTIENT(V, name) \
    lw::Ints<V> name(V x, V y) { return lw::remquo_quotient(x, y); }

LW_REALS_2(LW_BINARY, fmod)
LW_REALS_2(LW_BINARY, remainder)
LW_REALS_2(LW_QUOTIENT, __lw_remquo_quotient)
