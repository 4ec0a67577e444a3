// cbrt, rsqrt, hypot for half (parts.h).
#include "half_math/parts.h"

namespace lw {

// y = 1 / cbrt(|x|) within 3.5 % by a third of the bits, and the series of (1 - h)^(-2/3), h = 1 - |x| y^3, off by
// 2^-12.6. Its even degree makes an infinity of an infinite h.
template <class V>
LW_INLINE V cbrt_of_half(V x) {
    const V size = abs_of(x);
    const V thirds = fused(to<float>(bits<Ints<V>>(size)), (V)(-1.0f / 3), (V)0x1.52880p+30f);
    const V y = bits<V>(to<int>(thirds));
    const V root = size * (y * y);
    const V h = fused(-root, y, (V)1);
    return with_sign_of(root * polynomial(h, 0x1.ffff66p-1f, 0x1.57a5a6p-1f, 0x1.1ef3fap-1f), x);
}

template <class V>
LW_INLINE V rsqrt_of_half(V x) {
    if (has_float_ops()) return rsqrt_estimate(x);
    return (V)1 / __builtin_elementwise_sqrt(x);
}

// Squares of halves neither overflow nor vanish in float. 7.5.1: "hypot(+-inf, y) returns +inf, even if y is a NaN."
template <class V>
LW_INLINE V hypot_of_half(V x, V y) {
    const V length = __builtin_elementwise_sqrt(fused(x, x, y * y));
    if (any_lane(length != length)) {
        const V inf = (V)infinity<V>;
        return choose((abs_of(x) == inf) | (abs_of(y) == inf), inf, length);
    }
    return length;
}

}  // namespace lw

LW_WIDTHS_2(LW_OF_HALF_1, float, cbrt)
LW_WIDTHS_2(LW_OF_HALF_1, float, rsqrt)
LW_WIDTHS_2(LW_OF_HALF_2, float, hypot)
