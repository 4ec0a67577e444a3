// Square roots and lengths; inverse square roots and cube roots in double.
#pragma once

#include "math/common/exponent_bits.h"
#include "math/common/float_ops.h"

namespace lw {

/// Halves a normal x by subtracting 1 from its exponent, since the processor's integer adders are less busy than its
/// multipliers.
template <class V>
LW_INLINE V half_of_normal(V x) {
    return bits<V>(bits<Signed<V>>(x) - ((Signed<V>)1 << mantissa_bits<V>));
}

/// 1 / sqrt(x) from an estimate y of 14 bits, by the series of (1 - e)^(-1/2) with e = 1 - x y^2. The result is off by
/// 2^-52.
template <class V>
LW_INLINE V inverse_root_double(V x, V estimate) {
    const V e = fused(-(x * estimate), estimate, (V)1);
    return fused(estimate * e, polynomial(e, 0x1p-1, 0x1.8p-2, 0x1.4p-2), estimate);
}

/// sqrt(x) for normal x below 2^1000 (floats: 2^120). Uses AVX-512's estimate if available, since the square root
/// instruction takes longer. A double result is correctly rounded unless the root is within 2^-104 of the middle
/// between two doubles. A float result is within .51 ULP.
template <class V>
LW_INLINE V root(V x) {
    if (!has_float_ops()) return __builtin_elementwise_sqrt(x);
    V inverse = rsqrt_estimate(x);
    if constexpr (is_double<V>) inverse = inverse_root_double(x, inverse);
    const V near = x * inverse;
    return fused(fused(-near, near, x), half_of_normal(inverse), near);
}

/// sqrt(x), off by 2^-14, for floats that are 0 or normal. `nonzero` must be x, or a tiny number if x is 0, since the
/// estimate for 0 would be infinite.
template <class V>
LW_INLINE V short_root(V x, V nonzero) {
    if (!has_float_ops()) return __builtin_elementwise_sqrt(x);
    return x * rsqrt_estimate(nonzero);
}

/// 1 / sqrt(x). The first approximation y, off by 2^-52, is computed from AVX-512's estimate if available, otherwise by
/// a square root and a division. Newton's step has an exact residual, so both ways give the same result, unless the
/// exact result is within 2^-104 of the middle between two numbers. If the estimate is 0 or infinite, it is exact and
/// is returned unchanged; the residual is then nan.
template <class V>
LW_INLINE V rsqrt_double(V x) {
    V estimate, y;
    if (has_float_ops()) {
        estimate = rsqrt_estimate(x);
        y = inverse_root_double(x, estimate);
    } else {
        y = estimate = (V)1 / __builtin_elementwise_sqrt(x);
    }
    const V root = x * y;
    const V excess = fused(-x, y, root);
    const V residual = fused(excess, y, fused(-root, y, (V)1));
    const V result = fused(half_of_normal(y), residual, y);
    return choose(residual == residual, result, estimate);
}

/// A first guess of 1 / cbrt(x) for positive normal x, off by 2^-4.8. Divides the upper half of the bits of x, as an
/// integer, by -3, and corrects the bias. Computes in double; adding about 1.5 * 2^52 puts the resulting integer into
/// the low bits of the double.
template <class V>
LW_INLINE V inverse_cube_root_guess(V x) {
    using I = Signed<V>;
    const V upper = bits<V>((bits<I>(x) >> 32) | (I)0x4330000000000000) - (V)0x1p52;
    const V guess = fused(upper, (V)(-1.0 / 3), (V)(0x1.8p52 + 0x553ef0ff));
    return bits<V>(bits<I>(guess) << 32);
}

/// cbrt(x) for normal x. Improves the guess y of 1 / cbrt(x) twice by the series of (1 - h)^(-1/3) with h = 1 - x y^3,
/// then computes Newton's step for the root itself, with an exact residual.
template <class V>
LW_INLINE V cube_root_of_normal(V x) {
    V y = inverse_cube_root_guess(x);
    V h = fused(-(x * y), y * y, (V)1);
    y = fused(y, h * polynomial(h, 0x1.5555555555555p-2, 0x1.c71c71c71c71cp-3, 0x1.61f9add3c0ca4p-3), y);
    h = fused(-(x * y), y * y, (V)1);
    y = fused(y, h * (V)0x1.5555555555555p-2, y);
    const V inverse_square = y * y;
    const V root = x * inverse_square;
    const V square = root * root;
    const V lost = fused(root, root, -square);
    const V residual = fused(-lost, root, fused(-square, root, x));
    return fused(residual, inverse_square * (V)0x1.5555555555555p-2, root);
}

template <class V>
LW_INLINE V cbrt_double(V x) {
    const V magnitude = abs_of(x);
    // Scale small x, so that residuals do not become subnormal.
    const Mask<V> small = magnitude < (V)0x1p-900;
    const V root = cube_root_of_normal(choose(small, magnitude * (V)0x1p180, magnitude));
    const V scaled = choose(small, root * (V)0x1p-60, root);
    const Mask<V> ordinary = (magnitude > (V)0) & (magnitude < (V)infinity<V>);
    return choose(ordinary, with_sign_of(scaled, x), x);
}

/// sqrt(x^2 + y^2). Scales the arguments if a square would overflow, or if the greater square might be subnormal.
template <class V>
LW_INLINE V scaled_hypot_double(V x, V y) {
    const V a = abs_of(x), b = abs_of(y);
    const V greater = __builtin_elementwise_max(a, b);
    const Mask<V> large = greater > (V)0x1p500, small = greater < (V)0x1p-400;
    const V up = choose(small, (V)0x1p600, choose(large, (V)0x1p-600, (V)1));
    const V back = choose(small, (V)0x1p-600, choose(large, (V)0x1p600, (V)1));
    const V c = a * up, d = b * up;
    const V square = fused(c, c, d * d);
    return choose(square == (V)0, square, root(square) * back);
}

}  // namespace lw
