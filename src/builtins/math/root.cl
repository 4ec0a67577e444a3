// rsqrt, cbrt, hypot.
#include "math/libm.h"

namespace lw {

template <class V>
LW_INLINE V rsqrt(V x) {
    return (V)1 / __builtin_elementwise_sqrt(x);
}

template <class V>
LW_INLINE V cbrt(V x) {
    return in_double([](auto d) { return libm::cbrt(d); }, x);
}

template <class V>
LW_INLINE V hypot(V x, V y) {
    if constexpr (is_double<V>) {
        return libm::hypot(x, y);
    } else {
        // Squares of floats are exact in double and cannot overflow.
        const Doubles<V> a = to<double>(x), b = to<double>(y);
        const V length = to<Element<V>>(__builtin_elementwise_sqrt(fused(a, a, b * b)));
        const V inf = (V)infinity<V>;
        // 7.5.1: "hypot(+-inf, y) returns +inf, even if y is a NaN."
        const Mask<V> infinite = (abs_of(x) == inf) | (abs_of(y) == inf);
        return choose(infinite, inf, length);
    }
}

}  // namespace lw

LW_REALS_2(LW_UNARY, rsqrt)
LW_REALS_2(LW_UNARY, cbrt)
LW_REALS_2(LW_BINARY, hypot)
