// Powers of float: log(x) in two parts, times y, and exp of that. A relative error e of the logarithm is one of
// |log(result)| e, up to 104 e, in the result: it is below 2^-28, which leaves some ULP of the 16 that OpenCL allows.
#pragma once

#include "math/exponential_float.h"
#include "math/power.h"
#include "math/power_limits.h"
#include "math/two_parts.h"

namespace lw {

// x = 2^k z: 32 intervals of z, from `least_float_mantissa` up. That of 1 is between 1 - 1/128 and 1 + 1/64 and has
// logarithm 0; the others have r = z * inverse - 1 of at most 1/64. log_high has its last bit at 2^-16.
inline constexpr int least_float_mantissa = 0x3f360000;
static __constant float16 inverse_float_mantissas[2] = {
    {0x1.644p+0f, 0x1.5c8p+0f, 0x1.554p+0f, 0x1.4e4p+0f, 0x1.47cp+0f, 0x1.414p+0f, 0x1.3bp+0f, 0x1.354p+0f, 0x1.2f8p+0f,
     0x1.2ap+0f, 0x1.248p+0f, 0x1.1f8p+0f, 0x1.1a8p+0f, 0x1.15cp+0f, 0x1.11p+0f, 0x1.0c8p+0f},
    {0x1.084p+0f, 0x1.04p+0f, 0x1p+0f, 0x1.f08p-1f, 0x1.e2p-1f, 0x1.d4p-1f, 0x1.c7p-1f, 0x1.bbp-1f, 0x1.afp-1f,
     0x1.a4p-1f, 0x1.998p-1f, 0x1.8f8p-1f, 0x1.86p-1f, 0x1.7dp-1f, 0x1.748p-1f, 0x1.6cp-1f}};
static __constant float16 float_mantissa_logs_high[2] = {
    {-0x1.5264p-2f, -0x1.3bdcp-2f, -0x1.2658p-2f, -0x1.111cp-2f, -0x1.fap-3f, -0x1.d0f8p-3f, -0x1.a8cp-3f,
     -0x1.8308p-3f, -0x1.5c98p-3f, -0x1.372p-3f, -0x1.10f8p-3f, -0x1.db5p-4f, -0x1.937p-4f, -0x1.4ep-4f, -0x1.076p-4f,
     -0x1.868p-5f},
    {-0x1.03ep-5f, -0x1.fcp-7f, 0x0p+0f, 0x1.f7cp-6f, 0x1.eeap-5f, 0x1.701p-4f, 0x1.e37p-4f, 0x1.2878p-3f, 0x1.60bp-3f,
     0x1.95a8p-3f, 0x1.c98p-3f, 0x1.fc2p-3f, 0x1.16b4p-2f, 0x1.2eap-2f, 0x1.45b8p-2f, 0x1.5d5cp-2f}};
static __constant float16 float_mantissa_logs_low[2] = {
    {0x1.211468p-18f, -0x1.24eb14p-18f, 0x1.e0ecc8p-18f, -0x1.c8007ep-19f, -0x1.c3bb58p-19f, -0x1.bf912ap-18f,
     0x1.30377ep-19f, 0x1.f9b722p-18f, 0x1.ffc534p-18f, 0x1.eff0b8p-22f, -0x1.c844a8p-20f, -0x1.380c3ep-19f,
     -0x1.795566p-18f, -0x1.108a36p-20f, 0x1.9f299cp-18f, -0x1.506108p-18f},
    {0x1.44f432p-18f, -0x1.5161f8p-20f, 0x0p+0f, -0x1.64e988p-18f, 0x1.8e0036p-20f, -0x1.67a8aap-19f, 0x1.fb8c12p-22f,
     -0x1.621f72p-18f, 0x1.880584p-18f, -0x1.291848p-18f, -0x1.fe18aep-21f, 0x1.8be62p-19f, 0x1.ccbadp-18f,
     -0x1.d431eep-18f, 0x1.8142fcp-19f, -0x1.10535p-21f}};

/// k ln 2, and log(z), as table and rest. A look-up takes AVX-512 an instruction.
template <class V>
LW_INLINE TwoParts<V> log_by_float_table(V x) {
    const Mask<V> subnormal = x < (V)0x1p-126f;
    const Ints<V> pattern = bits<Ints<V>>(choose(subnormal, x * (V)0x1p24f, x));
    const Ints<V> above = pattern - least_float_mantissa;
    const V k = to<float>(above >> 23) - choose(subnormal, (V)24, (V)0);
    const V z = bits<V>(pattern - (above & (int)0xff800000));
    const Ints<V> number = above >> 18;
    const TwoParts<V> ratio = product(z, look_up(inverse_float_mantissas, number));
    const V r = ratio.high - (V)1;
    // k times sixteen bits of ln 2 is exact, and so is the sum with log_high.
    const V known = fused(k, (V)0x1.62e4p-1f, look_up(float_mantissa_logs_high, number));
    const V rest =
        fused(k, (V)0x1.7f7d1cp-20f, look_up(float_mantissa_logs_low, number)) + fused(-r, ratio.low, ratio.low);
    const V p = polynomial(r, -0x1p-1f, 0x1.555556p-2f, -0x1.000a4ep-2f, 0x1.995354p-3f);
    const TwoParts<V> sum = fast_sum(known, r);
    return fast_sum(sum.high, fused(r * r, p, sum.low + rest));
}

/// The same without a table: log(1 + f) = 2 (s + s^3/3 + ...), s = f / (2 + f).
template <class V>
LW_INLINE TwoParts<V> log_by_division(V x) {
    const LogarithmParts<V> parts = split_for_logarithm(x);
    const HalfLogarithm<V> halved = half_logarithm(parts.fraction);
    const TwoParts<V> series = fast_sum(halved.s.high + halved.s.high, halved.rest.high + halved.rest.high);
    const TwoParts<V> sum = fast_sum(parts.exponent * (V)0x1.62e4p-1f, series.high);
    const V low = fused(halved.s.low, (V)2, series.low) + sum.low;
    return fast_sum(sum.high, fused(parts.exponent, (V)0x1.7f7d1cp-20f, low));
}

template <class V>
LW_INLINE TwoParts<V> log_in_two_parts(V x) {
    if (has_float_ops()) return log_by_float_table(x);
    return log_by_division(x);
}

/// exp(high + low) for |high| < 105.
template <class V>
LW_INLINE V exp_of_two_parts(TwoParts<V> w) {
    const Nearest<V> n = nearest_integer(w.high, log2_e);
    const V rest = fused(n.value, (V)-ln2_high, w.high) + fused(n.value, (V)-ln2_low, w.low);
    return scaled(exponential_rest(rest) + (V)1, n);
}

/// x^y for positive finite x.
template <class V, class Y>
LW_INLINE Powers<V> power_of_float(V x, Y y) {
    const TwoParts<V> w = product(log_in_two_parts(x), y);
    const V result = exp_of_two_parts(w);
    const V beyond = choose(w.high > (V)90, (V)infinity<V>, choose(w.high < (V)-105, (V)0, result));
    return {result, abs_of(w.high) < (V)90, choose(w.high != w.high, w.high, beyond)};
}

}  // namespace lw
