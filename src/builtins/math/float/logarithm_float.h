// Logarithms in float: x = 2^e (1 + f) with 1 + f between sqrt(1/2) and sqrt(2), log(1 + f) by a minimax polynomial.
#pragma once

#include "math/common/float_ops.h"

namespace lw {

/// Parts of x = 2^exponent (1 + fraction).
template <class V>
struct LogarithmParts {
    V exponent;
    V fraction;
};

/// Returns the integer to subtract from the bits of a positive normal x, so that x becomes a number between sqrt(1/2)
/// and sqrt(2). The subtraction divides x by a power of two.
template <class V>
LW_INLINE Ints<V> exponent_steps(Ints<V> pattern) {
    return (pattern - 0x3f3504f3) & (int)0xff800000;
}

/// Splits a positive x into exponent and fraction. The result is undefined for other x.
template <class V>
LW_INLINE LogarithmParts<V> split_for_logarithm(V x) {
    const Mask<V> subnormal = x < (V)0x1p-126f;
    const Ints<V> pattern = bits<Ints<V>>(choose(subnormal, x * (V)0x1p24f, x));
    const Ints<V> steps = exponent_steps<V>(pattern);
    const V exponent = to<float>(steps >> 23) - choose(subnormal, (V)24, (V)0);
    return {exponent, bits<V>(pattern - steps) - (V)1};
}

/// log(1 + f) - f for 1 + f between sqrt(1/2) and sqrt(2).
template <class V>
LW_INLINE V logarithm_rest(V f) {
    const V p = polynomial(f, 0x1.555554p-2f, -0x1.ffffe6p-3f, 0x1.999d2ap-3f, -0x1.556288p-3f, 0x1.23de4p-3f,
                           -0x1.fbbf2ep-4f, 0x1.dc75e8p-4f, -0x1.ddb2cep-4f, 0x1.2cb40ep-4f);
    const V square = f * f;
    return fused(square, (V)-0.5f, square * f * p);
}

/// Splits any x = 2^exponent (1 + fraction) by AVX-512 instructions, with 1 + fraction between 0.75 and 1.5. For 0,
/// negative x, infinity and nan, the logarithm computed from these parts is -inf, nan, inf or nan without further code.
template <class V>
LW_INLINE LogarithmParts<V> take_apart(V x) {
    const V mantissa = mantissa_part(x);
    return {exponent_part(x) - exponent_part(mantissa), mantissa - (V)1};
}

/// (log(1 + f) - f) / f^2 for 1 + f between 0.75 and 1.5.
template <class V>
LW_INLINE V logarithm_bend(V f) {
    return polynomial(f, -0.5f, 0x1.5555a4p-2f, -0x1.00004p-2f, 0x1.9969bp-3f, -0x1.54efdcp-3f, 0x1.28847cp-3f,
                      -0x1.0d8a9p-3f, 0x1.ac90bep-4f, -0x1.7140b6p-5f);
}
/// log(1 + f) - f for 1 + f between 0.75 and 1.5. The next function gives log(1 + f) itself.
template <class V>
LW_INLINE V logarithm_rest_wide(V f) {
    return f * f * logarithm_bend(f);
}
template <class V>
LW_INLINE V logarithm_wide(V f) {
    return fused(f * f, logarithm_bend(f), f);
}

/// e ln 2 + log(1 + f).
template <class V>
LW_INLINE V join_logarithm(LogarithmParts<V> parts) {
    const V rest = fused(parts.exponent, (V)-0x1.05c61p-29f, logarithm_rest(parts.fraction));
    return fused(parts.exponent, (V)0x1.62e43p-1f, parts.fraction + rest);
}

/// The special cases of every logarithm: nan for negative x, -inf for 0, and x itself for inf and nan.
template <class V>
LW_INLINE V with_logarithm_limits(V x, V result) {
    const V finite = choose(x < (V)infinity<V>, result, x);
    const V nonzero = choose(x == (V)0, (V)-infinity<V>, finite);
    return choose(x < (V)0, (V)not_a_number<V>, nonzero);
}

template <class V>
LW_INLINE V log_float(V x) {
    if (has_float_ops()) {
        const LogarithmParts<V> parts = take_apart(x);
        return fused(parts.exponent, (V)0x1.62e43p-1f, logarithm_wide(parts.fraction));
    }
    return with_logarithm_limits(x, join_logarithm(split_for_logarithm(x)));
}

template <class V>
LW_INLINE V log2_float(V x) {
    // log2(e) = high + low. The product of `high` and the fraction is rounded only in the last addition.
    const V high = (V)0x1.715476p+0f, low = (V)0x1.4ae0cp-26f;
    if (has_float_ops()) {
        const LogarithmParts<V> parts = take_apart(x);
        const V rest = fused(logarithm_rest_wide(parts.fraction), high, parts.fraction * low);
        return fused(parts.fraction, high, rest) + parts.exponent;
    }
    const LogarithmParts<V> parts = split_for_logarithm(x);
    const V rest = fused(logarithm_rest(parts.fraction), high, parts.fraction * low);
    return with_logarithm_limits(x, fused(parts.fraction, high, rest) + parts.exponent);
}

template <class V>
LW_INLINE V log10_float(V x) {
    const V high = (V)0x1.bcb7b2p-2f, low = (V)-0x1.5b235ep-27f;
    if (has_float_ops()) {
        const LogarithmParts<V> parts = take_apart(x);
        const V rest = fused(logarithm_rest_wide(parts.fraction), high, parts.fraction * low);
        // Both parts of log10(2) have the same sign, so that an infinite exponent gives an infinite result.
        const V logarithm = fused(parts.fraction, high, fused(parts.exponent, (V)0x1.09f7ap-26f, rest));
        return fused(parts.exponent, (V)0x1.344134p-2f, logarithm);
    }
    const LogarithmParts<V> parts = split_for_logarithm(x);
    const V log10_2_high = (V)0x1.344136p-2f, log10_2_low = (V)-0x1.ec10cp-27f;
    const V rest = fused(logarithm_rest(parts.fraction), high, parts.fraction * low);
    const V logarithm = fused(parts.fraction, high, fused(parts.exponent, log10_2_low, rest));
    return with_logarithm_limits(x, fused(parts.exponent, log10_2_high, logarithm));
}

/// log(1 + x) for finite x > -1.
template <class V>
LW_INLINE V log1p_core(V x) {
    const V sum = (V)1 + x;
    const Ints<V> steps = exponent_steps<V>(bits<Ints<V>>(sum));
    // Compute (1 + x) 2^-e - 1 without rounding 1 + x. 2^(2 - e) is normal for every e up to 128.
    const V inverse = bits<V>(0x40800000 - steps);
    const V fraction = fused(x * (V)0.25f, inverse, inverse * (V)0.25f - (V)1);
    return join_logarithm(LogarithmParts<V>{to<float>(steps >> 23), fraction});
}

/// log(1 + x) for any x but -0, by AVX-512 instructions. `lost`, the rounding error of 1 + x, is multiplied by the same
/// power of two as 1 + x, and then added to the scaled sum. The bits of this power are computed by integer arithmetic
/// on the bits of floats.
template <class V>
LW_INLINE V log1p_of_any(V x) {
    const V sum = (V)1 + x;
    const V mantissa = mantissa_part(sum);
    const V exponent = exponent_part(sum) - exponent_part(mantissa);
    const Ints<V> inverse = (bits<Ints<V>>((V)1) - bits<Ints<V>>(sum)) + bits<Ints<V>>(mantissa);
    const V lost = x - (sum - (V)1);
    // If 1 + x is large, `inverse` is no power of two, but the rounding error `lost` does not matter then.
    const Mask<V> matters = sum < (V)0x1p60f;
    const V fraction =
        fused(choose(matters, lost, (V)0), bits<V>(choose(matters, inverse, (Ints<V>)0)), mantissa - (V)1);
    return fused(exponent, (V)0x1.62e43p-1f, logarithm_wide(fraction));
}

template <class V>
LW_INLINE V log1p_float(V x) {
    if (has_float_ops()) return with_sign_of(log1p_of_any(x), x);
    const V result = log1p_core(x);
    const V finite = choose(x < (V)infinity<V>, result, x);
    const V above = choose(x == (V)-1, (V)-infinity<V>, finite);
    const V defined = choose(x < (V)-1, (V)not_a_number<V>, above);
    return choose(abs_of(x) < (V)0x1p-24f, x, defined);
}

}  // namespace lw
