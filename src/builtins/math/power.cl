// pow, powr, pown, rootn.
#include "math/double/power_double.h"
#include "math/power_float.h"

namespace lw {

/// |x|^y, with y as one number or as TwoParts.
template <class V, class Y>
LW_INLINE Powers<V> power_of(V x, Y y) {
    if constexpr (is_double<V>)
        return power_of_double(x, y);
    else
        return power_of_float(abs_of(x), y);
}

template <class V>
LW_INLINE V pow(V x, V y) {
    return pow_by(power_of(x, y), x, y);
}

template <class V>
LW_INLINE V powr(V x, V y) {
    return powr_by(power_of(x, y), x, y);
}

/// Returns n without rounding: as one number, or as TwoParts if one number has too few bits.
template <class V>
LW_INLINE auto exact_number(Ints<V> n) {
    if constexpr (is_double<V>)
        return to<double>(n);
    else
        return fast_sum(to<float>(n & (Ints<V>)~255), to<float>(n & 255));
}

template <class V>
LW_INLINE V pown(V x, Ints<V> n) {
    return pown_by(power_of(abs_of(x), exact_number<V>(n)), x, n);
}

/// 1 / n as TwoParts.
template <class V>
LW_INLINE TwoParts<V> inverse_of(V n) {
    const V inverse = (V)1 / n;
    return {inverse, fused(-inverse, n, (V)1) * inverse};
}
template <class V>
LW_INLINE TwoParts<V> inverse_of(TwoParts<V> n) {
    const V inverse = (V)1 / n.high;
    return {inverse, fused(-inverse, n.low, fused(-inverse, n.high, (V)1)) * inverse};
}

template <class V>
LW_INLINE V rootn(V x, Ints<V> n) {
    const TwoParts<V> inverse = inverse_of(exact_number<V>(n));
    return rootn_by(power_of(x, inverse), inverse.high, x, n);
}

}  // namespace lw

LW_REALS_2(LW_BINARY, pow)
LW_REALS_2(LW_BINARY, powr)
LW_REALS_2(LW_INT_ARGUMENT, pown)
LW_REALS_2(LW_INT_ARGUMENT, rootn)
