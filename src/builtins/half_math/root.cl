// sqrt, cbrt, rsqrt, hypot for half (parts.h).
#include "half_math/parts.h"
#include "math/root.h"

namespace lw {

// sqrt(x) by one Newton step from the estimate of 1 / sqrt(x), since the square root instruction takes longer. The
// error is less than the last bit of a float. For every half x, the result and the exact root round to the same half.
// The argument is limited so that the estimate is neither infinite nor 0.
template <class V>
LW_INLINE V sqrt_of_half(V x) {
    if (!has_float_ops()) return __builtin_elementwise_sqrt(x);
    const V limit = (V)0x1p100f;
    const V finite = choose(x > limit, limit, x);
    const V inverse = rsqrt_estimate(finite + (V)0x1p-100f);
    const V root = finite * inverse;
    return fused(fused(-root, root, finite), half_of_normal(inverse), root);
}

// cbrt(x) from an approximation y of 1 / cbrt(|x|), which is off by 2^-4.8 and found by dividing the bits of x by -3.
// The series of (1 - h)^(-2/3) with h = 1 - |x| y^3 reduces the error to 2^-12.6. The degree of the series is even, so
// the series is infinite for infinite h.
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

// hypot(x, y). Squares of halves neither overflow nor underflow in float. The constant that is added to the squares is
// too small to affect a half, and keeps the estimate finite. OpenCL C 3.0, 7.5.1: "hypot(+-inf, y) returns +inf, even
// if y is a NaN."
template <class V>
LW_INLINE V hypot_of_half(V x, V y) {
    const V square = fused(x, x, fused(y, y, (V)0x1p-100f)), length = short_root(square, square);
    if (any_lane(length != length)) {
        const V inf = (V)infinity<V>;
        return choose((abs_of(x) == inf) | (abs_of(y) == inf), inf, length);
    }
    return length;
}

}  // namespace lw

LW_WIDTHS_2(LW_OF_HALF_1, float, sqrt)
LW_WIDTHS_2(LW_OF_HALF_1, float, cbrt)
LW_WIDTHS_2(LW_OF_HALF_1, float, rsqrt)
LW_WIDTHS_2(LW_OF_HALF_2, float, hypot)
