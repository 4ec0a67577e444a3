// Inverse hyperbolic functions in double. They are logarithms, and log(m) = 2 atanh((m - 1) / (m + 1)): the quotient is
// found without m where that would lose digits, so that one division serves all.
#pragma once

#include "math/logarithm_double.h"

namespace lw {

/// 2 atanh(s) + exponent ln 2 for |s| <= 1/3.
template <class V>
LW_INLINE V logarithm_of_quotient(V s, V exponent) {
    const V square = s * s;
    // Minimax, off by 2^-57 of the result.
    const V p = polynomial(square, 0x1.5555555555555p-2, 0x1.999999999a286p-3, 0x1.24924923de62ap-3,
                           0x1.c71c726d4bfe8p-4, 0x1.745cf10b135a2p-4, 0x1.3b18b01ecb6d7p-4, 0x1.10ac4c0b30541p-4,
                           0x1.eb97d6a37b142p-5, 0x1.6843ae6b03e25p-5, 0x1.4b51bcf6b30e5p-4);
    const V doubled = s + s;
    const V rest = fused(exponent, (V)0x1.abc9e3b39803fp-56, doubled * square * p);
    return fused(exponent, (V)0x1.62e42fefa39efp-1, doubled + rest);
}

/// log(a + b) for a >= b >= 0 and a + b >= 1; below 2 it is 2 atanh(numerator / denominator).
template <class V>
LW_INLINE V logarithm_of_sum(V a, V b, V numerator, V denominator, V doublings) {
    using I = Signed<V>;
    const V sum = a + b;
    const V lost = (a - sum) + b;
    const Mask<V> least = sum < (V)2;
    const I steps = choose(least, (I)0, exponent_steps_double<V>(bits<I>(sum)));
    const V inverse = bits<V>((I)0x3ff0000000000000 - steps);
    const V mantissa = sum * inverse;
    const V s =
        choose(least, numerator, fused(lost, inverse, mantissa - (V)1)) / choose(least, denominator, mantissa + (V)1);
    return logarithm_of_quotient(s, to<double>(steps >> 52) + doublings);
}

/// Above this the functions are log(2 x), and squares may overflow.
inline constexpr double large_inverse_double = 0x1p30;

/// log(x + root), `root` being near x for large x.
template <class V>
LW_INLINE V logarithm_with_root(V x, V root, V numerator, V denominator) {
    const Mask<V> large = x > (V)large_inverse_double;
    // log(2 x) = log(x / 4) + 3 ln 2: the inverse of the exponent of x would be subnormal.
    const V greater = __builtin_elementwise_max(x, root), less = __builtin_elementwise_min(x, root);
    const V result = logarithm_of_sum(choose(large, x * (V)0.25, greater), choose(large, (V)0, less), numerator,
                                      denominator, choose(large, (V)3, (V)0));
    return choose(x < (V)infinity<V>, result, x);
}

/// tanh(asinh(x) / 2) = x / (1 + sqrt(1 + x^2)).
template <class V>
LW_INLINE V asinh_double(V x) {
    const V magnitude = abs_of(x);
    const V root = __builtin_elementwise_sqrt(fused(magnitude, magnitude, (V)1));
    const V result = logarithm_with_root(magnitude, root, magnitude, root + (V)1);
    return with_sign_of(choose(magnitude < (V)0x1p-28, magnitude, result), x);
}

/// tanh(acosh(x) / 2) = sqrt(x^2 - 1) / (x + 1).
template <class V>
LW_INLINE V acosh_double(V x) {
    const V root = __builtin_elementwise_sqrt(fused(x, x, (V)-1));
    const V result = logarithm_with_root(x, root, root, x + (V)1);
    return choose(x < (V)1, (V)not_a_number<V>, result);
}

/// (1 + x) / (1 - x) = 2^k m, and (m - 1) / (m + 1) = ((1 + c) x - (1 - c)) / ((1 + x) c + (1 - x)) with c = 2^-k. To
/// find k it is enough to compare the bits of 1 + x and 1 - x.
template <class V>
LW_INLINE V atanh_double(V x) {
    using I = Signed<V>;
    const V magnitude = abs_of(x);
    const V above = (V)1 + magnitude, below = (V)1 - magnitude;
    const I steps = (bits<I>(above) - bits<I>(below) + (I)0x0008000000000000) & (I)0xfff0000000000000;
    const V c = bits<V>((I)0x3ff0000000000000 - steps);
    // Next to 1, where 1 + c is rounded, the quotient's other form loses nothing.
    const V numerator = choose(c < (V)0x1p-40, fused(above, c, -below), fused(magnitude, (V)1 + c, c - (V)1));
    const V inside = (V)0.5 * logarithm_of_quotient(numerator / fused(above, c, below), to<double>(steps >> 52));
    const V edge = choose(magnitude == (V)1, (V)infinity<V>, inside);
    return with_sign_of(choose(magnitude > (V)1, (V)not_a_number<V>, edge), x);
}

}  // namespace lw
