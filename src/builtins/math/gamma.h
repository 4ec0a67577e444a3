// The gamma function. With s = y + 3.5, Stirling's series gives Gamma(y + 4) = (s / e)^s p(1 / s) with a short
// polynomial p. Gamma(y) = Gamma(y + 4) / (y (y + 1) (y + 2) (y + 3)). Below 1/2, Gamma(x) = pi / (sin(pi x) Gamma(1 -
// x)).
#pragma once

#include "math/common/half_turns.h"
#include "math/power.h"

namespace lw {

/// The numbers y and s = y + 3.5. Both are accurate enough to compute log(Gamma(y)) for y up to 200.
template <class V>
struct GammaArguments {
    TwoParts<V> y;
    TwoParts<V> s;
};

/// Computes y and s: y is 1 - x in `reflected` lanes, and x in all other lanes. Limits x to a range beyond which Gamma
/// is 0 or infinite.
template <class V>
LW_INLINE GammaArguments<V> gamma_arguments(V x, Mask<V> reflected) {
    const V inside = limited(x, is_double<V> ? -190 : -60, is_double<V> ? 190 : 60);
    const V y = choose(reflected, (V)1 - inside, inside);
    const V lost = choose(reflected, (-inside - y) + (V)1, (V)0);
    const V shift = (V)3.5;
    TwoParts<V> s = fast_sum(__builtin_elementwise_max(y, shift), __builtin_elementwise_min(y, shift));
    s.low += lost;
    return {{y, lost}, s};
}

/// log2((s / e)^s), given 1 / s.
template <class V>
LW_INLINE TwoParts<V> stirling_exponent(TwoParts<V> s, V inverse) {
    const Element<V> high = is_double<V> ? (Element<V>)0x1.71547652b82fep0 : (Element<V>)0x1.715476p0f;
    const Element<V> low = is_double<V> ? (Element<V>)0x1.777d0ffda0d24p-56 : (Element<V>)0x1.4ae0cp-26f;
    const TwoParts<V> logarithm = log2_for_power(s.high);
    TwoParts<V> less = fast_sum(logarithm.high, (V)-high);
    less.low += logarithm.low + fused(s.low * inverse, (V)high, (V)-low);
    return product(less, s);
}

/// p(1 / s), minimax for s >= 4, off by 2^-60, or 2^-34 for float.
template <class V>
LW_INLINE V stirling_factor(V inverse) {
    if constexpr (is_double<V>)
        return wide_polynomial(inverse, 0x1.40d931ff62706p1, -0x1.abcc42a9d8df5p-4, 0x1.1d32d720b31c6p-9,
                               0x1.8d4c277a306cep-8, -0x1.09d97070f0f71p-12, -0x1.f7dbe5533cd7bp-10,
                               0x1.78b975b8c3f19p-14, 0x1.7d4c0e5eb492ep-10, 0x1.d7203d8b92a0cp-14,
                               -0x1.8a09626b9224fp-9, 0x1.8646f53d7c925p-9, 0x1.9f302e65c9146p-14,
                               -0x1.5972bbb5f0faap-10);
    else
        return polynomial(inverse, 0x1.40d932p+1f, -0x1.abcc2cp-4f, 0x1.1cdae2p-9f, 0x1.8f8c7cp-8f, -0x1.e909f8p-12f,
                          -0x1.6695b8p-10f);
}

/// y (y + 1) (y + 2) (y + 3) = q (q + 2) with q = y (y + 3).
template <class V>
LW_INLINE V rising_product(TwoParts<V> y) {
    const V q = fused(y.low, y.high + y.high + (V)3, y.high * (y.high + (V)3));
    return q * (q + (V)2);
}

template <class V>
LW_INLINE V tgamma(V x) {
    const Mask<V> reflected = x < (V)0.5;
    const GammaArguments<V> arguments = gamma_arguments(x, reflected);
    const V inverse = (V)1 / arguments.s.high;
    const TwoParts<V> exponent = stirling_exponent(arguments.s, inverse);
    const V factor = stirling_factor(inverse), rising = rising_product(arguments.y);
    const V numerator = choose(reflected, rising * (V)3.14159265358979323846, factor);
    const V denominator = choose(reflected, sinpi(x) * factor, rising);
    // Limits the exponent to a range for which the scaling by 2^n is right. Beyond this range, every result is 0 or
    // infinite.
    const Element<V> limit = is_double<V> ? 1300 : 240;
    const V high = limited(choose(reflected, -exponent.high, exponent.high), -limit, limit);
    const Nearest<V> n = nearest_integer(high, 1);
    const V rest = (high - n.value) + choose(reflected, -exponent.low, exponent.low);
    V result;
    if constexpr (is_double<V>)
        result = scaled_double(numerator / denominator * exp2_rest_double(rest), n);
    else
        result = scaled(numerator / denominator * exp2_rest_float(rest), n);
    const Mask<V> pole = (x < (V)0) & (__builtin_elementwise_floor(x) == x);
    const V defined = choose(pole, (V)not_a_number<V>, result);
    return choose(abs_of(x) < (V)(is_double<V> ? 0x1p-60 : 0x1p-30), (V)1 / x, defined);
}

}  // namespace lw
