// pow, powr, pown, rootn.
#include "math/power.h"
#include "math/power_limits.h"

namespace lw {

template <class V>
LW_INLINE V pow(V x, V y) {
    return pow_by([](V a, V b) { return power_of_positive(a, {b, (V)0}); }, x, y);
}

template <class V>
LW_INLINE V powr(V x, V y) {
    return powr_by([](V a, V b) { return power_of_positive(a, {b, (V)0}); }, x, y);
}

template <class V>
LW_INLINE V pown(V x, Ints<V> n) {
    return pown_by([](V a, Ints<V> b) { return power_of_positive(a, in_two_parts<V>(b)); }, x, n);
}

template <class V>
LW_INLINE V rootn(V x, Ints<V> n) {
    const TwoParts<V> inverse = inverse_in_two_parts(in_two_parts<V>(n));
    return rootn_by(power_of_positive(abs_of(x), inverse), inverse.high, x, n);
}

}  // namespace lw

LW_REALS_2(LW_BINARY, pow)
LW_REALS_2(LW_BINARY, powr)
LW_REALS_2(LW_INT_ARGUMENT, pown)
LW_REALS_2(LW_INT_ARGUMENT, rootn)
