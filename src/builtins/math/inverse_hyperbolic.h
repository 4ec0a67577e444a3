// Inverse hyperbolic functions. asinh, acosh and atanh are logarithms, and log(m) = 2 atanh((m - 1) / (m + 1)). If
// computing m would lose digits, numerator and denominator are computed without m. Each function selects a numerator
// and a denominator before it divides, and thus needs only one division.
#pragma once

#include "math/common/exponent_bits.h"

namespace lw {

/// 2 atanh(s) + `exponent` * ln 2, for |s| <= 1/3.
template <class V>
LW_INLINE V logarithm_of_quotient(V s, V exponent) {
    const V square = s * s, doubled = s + s;
    // Minimax polynomials, off by 2^-57 of the result in double, or 2^-27 in float.
    if constexpr (!is_double<V>) {
        const V p = polynomial(square, 0x1.555556p-2f, 0x1.999866p-3f, 0x1.24d78p-3f, 0x1.bb2cdp-4f, 0x1.e13f92p-4f);
        const V rest = fused(exponent, (V)-0x1.05c61p-29f, doubled * square * p);
        return fused(exponent, (V)0x1.62e43p-1f, doubled + rest);
    } else {
        const V p = polynomial(square, 0x1.5555555555555p-2, 0x1.999999999a286p-3, 0x1.24924923de62ap-3,
                               0x1.c71c726d4bfe8p-4, 0x1.745cf10b135a2p-4, 0x1.3b18b01ecb6d7p-4, 0x1.10ac4c0b30541p-4,
                               0x1.eb97d6a37b142p-5, 0x1.6843ae6b03e25p-5, 0x1.4b51bcf6b30e5p-4);
        const V rest = fused(exponent, (V)0x1.abc9e3b39803fp-56, doubled * square * p);
        return fused(exponent, (V)0x1.62e42fefa39efp-1, doubled + rest);
    }
}

/// Clears the fraction bits of `difference`, which is the difference between the bit patterns of two numbers.
template <class V>
LW_INLINE Signed<V> exponent_field(Signed<V> difference) {
    return (difference >> mantissa_bits<V>) << mantissa_bits<V>;
}

/// log(a + b) + `doublings` * ln 2, for a >= b >= 0 and a + b >= 1. If a + b is below 2, the logarithm is computed as 2
/// atanh(numerator / denominator).
template <class V>
LW_INLINE V logarithm_of_sum(V a, V b, V numerator, V denominator, V doublings) {
    using I = Signed<V>;
    const V sum = a + b;
    const V lost = (a - sum) + b;
    const Mask<V> least = sum < (V)2;
    const I steps = choose(least, (I)0, exponent_field<V>(bits<I>(sum) - bits<I>((V)0x1.6a09e6p-1f)));
    const V inverse = bits<V>(bits<I>((V)1) - steps);
    const V mantissa = sum * inverse;
    const V s =
        choose(least, numerator, fused(lost, inverse, mantissa - (V)1)) / choose(least, denominator, mantissa + (V)1);
    return logarithm_of_quotient(s, to<Element<V>>(steps >> mantissa_bits<V>) + doublings);
}

/// Limit of x above which asinh(x) and acosh(x) are computed as log(2 x), because the square of x may overflow.
inline constexpr float large_inverse = 0x1p30f;

/// log(x + root); for large x, `root` must be close to x.
template <class V>
LW_INLINE V logarithm_with_root(V x, V root, V numerator, V denominator) {
    const Mask<V> large = x > (V)large_inverse;
    // For large x, use log(2 x) = log(x / 4) + 3 ln 2. To compute log(2 x) directly, logarithm_of_sum() would multiply
    // 2 x by the inverse of a power of two, and this inverse may be subnormal.
    const V greater = __builtin_elementwise_max(x, root), less = __builtin_elementwise_min(x, root);
    const V result = logarithm_of_sum(choose(large, x * (V)0.25, greater), choose(large, (V)0, less), numerator,
                                      denominator, choose(large, (V)3, (V)0));
    return choose(x < (V)infinity<V>, result, x);
}

/// tanh(asinh(x) / 2) = x / (1 + sqrt(1 + x^2)).
template <class V>
LW_INLINE V asinh(V x) {
    const V magnitude = abs_of(x);
    const V root = __builtin_elementwise_sqrt(fused(magnitude, magnitude, (V)1));
    const V result = logarithm_with_root(magnitude, root, magnitude, root + (V)1);
    return with_sign_of(choose(magnitude < (V)0x1p-28f, magnitude, result), x);
}

/// tanh(acosh(x) / 2) = sqrt(x^2 - 1) / (x + 1).
template <class V>
LW_INLINE V acosh(V x) {
    const V root = __builtin_elementwise_sqrt(fused(x, x, (V)-1));
    const V result = logarithm_with_root(x, root, root, x + (V)1);
    return choose(x < (V)1, (V)not_a_number<V>, result);
}

/// (1 + x) / (1 - x) = 2^k m, and (m - 1) / (m + 1) = ((1 + c) x - (1 - c)) / ((1 + x) c + (1 - x)) with c = 2^-k. The
/// difference between the bits of 1 + x and 1 - x gives k.
template <class V>
LW_INLINE V atanh(V x) {
    using I = Signed<V>;
    const V magnitude = abs_of(x);
    const V above = (V)1 + magnitude, below = (V)1 - magnitude;
    const I steps = exponent_field<V>(bits<I>(above) - bits<I>(below) + ((I)1 << (mantissa_bits<V> - 1)));
    const V c = bits<V>(bits<I>((V)1) - steps);
    V numerator = fused(magnitude, (V)1 + c, c - (V)1);
    const bool some_near_one = any_lane(without(magnitude < (V)0.998f));
    // If c is so small that 1 + c may be rounded, use the numerator (1 + x) c - (1 - x), which then loses no digits.
    if (some_near_one) numerator = choose(c < (V)0x1p-12f, fused(above, c, -below), numerator);
    const V inside =
        (V)0.5 * logarithm_of_quotient(numerator / fused(above, c, below), to<Element<V>>(steps >> mantissa_bits<V>));
    if (!some_near_one) return with_sign_of(inside, x);
    const V edge = choose(magnitude == (V)1, (V)infinity<V>, inside);
    return with_sign_of(choose(magnitude > (V)1, (V)not_a_number<V>, edge), x);
}

}  // namespace lw
