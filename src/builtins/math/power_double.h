// Powers of double: log(x) in two parts from a table of sixteen logarithms, times y, and exp of that from a table of
// sixteen powers. A relative error e of the logarithm is one of |log(result)| e, up to 745 e, in the result: it is
// below 2^-63.
#pragma once

#include "math/exponent_bits.h"
#include "math/float_ops.h"
#include "math/power_limits.h"
#include "math/two_parts.h"

namespace lw {

// x = 2^k z: 16 intervals of z, from `least_mantissa` up. That of 1 is between 1 - 1/64 and 1 + 1/32 and has logarithm
// 0; the others have r = z * inverse - 1 below 1/32 in size. inverse has 20 bits, log_high has its last bit at 2^-42.
inline constexpr long least_mantissa = 0x3fe6800000000000;
static __constant double8 inverse_mantissas[2] = {
    {0x1.642c8p+0, 0x1.55555p+0, 0x1.47ae1p+0, 0x1.3b13bp+0, 0x1.2f685p+0, 0x1.24925p+0, 0x1.1a7b9p+0, 0x1.11111p+0},
    {0x1.08421p+0, 0x1p+0, 0x1.e1e1ep-1, 0x1.c71c8p-1, 0x1.af286p-1, 0x1.9999ap-1, 0x1.86186p-1, 0x1.745d2p-1}};
static __constant double8 mantissa_logs_high[2] = {
    {-0x1.522ad0738ap-2, -0x1.269611134ep-2, -0x1.f991aacb3cp-3, -0x1.a93ecbc8aep-3, -0x1.5bf422b544p-3,
     -0x1.117918227ep-3, -0x1.93358dd594p-4, -0x1.08597b59e4p-4},
    {-0x1.0415c89e78p-5, 0x0p+0, 0x1.f0a32c0118p-5, 0x1.e26ff6e2bp-4, 0x1.5ff33f0a7ap-3, 0x1.c8ff5c79aap-3,
     0x1.1675cebabap-2, 0x1.4618a421c6p-2}};
static __constant double8 mantissa_logs_low[2] = {
    {-0x1.d7ce0ad74385dp-46, 0x1.9b61f25a77bbap-44, 0x1.f2d04dbc77304p-44, 0x1.972435100cc14p-45, 0x1.57811d91ef704p-45,
     0x1.21086a1d2fa96p-45, 0x1.65d48685ac935p-46, 0x1.9e5dd715ee582p-46},
    {0x1.dfdc7f46c6fc0p-44, 0x0p+0, -0x1.c599e828be3e6p-45, 0x1.2e5e93fdd5937p-44, 0x1.3c8ad0cb5ddecp-51,
     -0x1.de53e4d28b97bp-47, 0x1.8b80e7374ab1ap-44, 0x1.a13e7cbd9c022p-45}};
/// 2^(j / 16)
static __constant double8 sixteenth_powers[2] = {
    {0x1p+0, 0x1.0b5586cf9890fp+0, 0x1.172b83c7d517bp+0, 0x1.2387a6e756238p+0, 0x1.306fe0a31b715p+0,
     0x1.3dea64c123422p+0, 0x1.4bfdad5362a27p+0, 0x1.5ab07dd485429p+0},
    {0x1.6a09e667f3bcdp+0, 0x1.7a11473eb0187p+0, 0x1.8ace5422aa0dbp+0, 0x1.9c49182a3f09p+0, 0x1.ae89f995ad3adp+0,
     0x1.c199bdd85529cp+0, 0x1.d5818dcfba487p+0, 0x1.ea4afa2a490dap+0}};

/// log(x) for normal x, and `exponents` times ln 2: k ln 2, and log(z), as table and rest. The low part may be 2^-11 of
/// the high one. All of r - r^2 / 2 is kept: next to overflow a rounding of r^2 is ten of the result's.
template <class V>
LW_INLINE TwoParts<V> log_by_table(V x, V exponents) {
    using I = Signed<V>;
    const I pattern = bits<I>(x);
    const I above = pattern - (I)least_mantissa;
    const V k = to<double>(above >> 52) + exponents;
    const V z = bits<V>(pattern - (above & (I)0xfff0000000000000));
    const I number = above >> 48;
    const V inverse = look_up(inverse_mantissas, number);
    const TwoParts<V> ratio = product(z, inverse);
    const V r = ratio.high - (V)1;
    // k ln 2 to 2^-42 is exact, and so is its sum with log_high.
    const V known = fused(k, (V)0x1.62e42fefa38p-1, look_up(mantissa_logs_high, number));
    const V rest = fused(k, (V)0x1.ef35793c7673p-45, look_up(mantissa_logs_low, number)) +
                   fused(fused(r, r, -r), ratio.low, ratio.low);
    const V p = wide_polynomial(r, 0x1.5555555555555p-2, -0x1.fffffffffffacp-3, 0x1.9999999999ee8p-3,
                                -0x1.5555555677257p-3, 0x1.2492491cadf13p-3, -0x1.ffffde516cb2fp-4,
                                0x1.c71cdf3e757f5p-4, -0x1.9a534e966bbc3p-4, 0x1.73b7e08374927p-4);
    const TwoParts<V> sum = fast_sum(known, r);
    const V halved = r * (V)-0.5;
    const V high = fused(halved, r, sum.high);
    const V low = fused(halved, r, sum.high - high);
    return {high, fused(r * r * r, p, low + (sum.low + rest))};
}

/// 2^(number / 16) times `rest`.
template <class V>
struct PowerParts {
    V rest;
    Signed<V> bits;  // the low ones are those of the number
};

/// exp(high + low) for |high| < 747 and |low| < 1; the rest is between 1 and 2, about.
template <class V>
LW_INLINE PowerParts<V> exp_by_table(TwoParts<V> w) {
    const V shift = (V)rounding_shift<V>;
    const V shifted = fused(w.high + w.low, (V)0x1.71547652b82fep+4, shift);
    const V n = shifted - shift;
    const V rest = fused(n, (V)-0x1.62e42fefa39efp-5, w.high) + fused(n, (V)-0x1.abc9e3b39803fp-60, w.low);
    const V p = polynomial(rest, 0x1p-1, 0x1.55555554dcc9bp-3, 0x1.55555555190f9p-5, 0x1.11120b77051e7p-7,
                           0x1.6c17bbd1f560ap-10);
    const V power = look_up(sixteenth_powers, bits<Signed<V>>(shifted));
    return {fused(power, fused(rest * rest, p, rest), power), bits<Signed<V>>(shifted)};
}

/// x^y for positive finite x of any kind.
template <class V, class Y>
LW_INLINE V any_power_of_double(V x, Y y) {
    const Mask<V> subnormal = x < (V)0x1p-1022;
    const V normal = choose(subnormal, x * (V)0x1p54, x);
    const TwoParts<V> w = product(log_by_table(normal, choose(subnormal, (V)-54, (V)0)), y);
    const PowerParts<V> parts = exp_by_table(w);
    const Signed<V> exponent = (parts.bits - bits<Signed<V>>((V)rounding_shift<V>)) >> 4, part = exponent >> 1;
    const V result = parts.rest * power_of_two<V>(part) * power_of_two<V>(exponent - part);
    const V beyond = choose(w.high > (V)711, (V)infinity<V>, choose(w.high < (V)-747, (V)0, result));
    return choose(w.high != w.high, w.high, beyond);
}

/// x^y for positive finite x; usual where the power is normal.
template <class V, class Y>
LW_INLINE Powers<V> power_of_double(V x, Y y) {
    const TwoParts<V> w = product(log_by_table(x, (V)0), y);
    const PowerParts<V> parts = exp_by_table(w);
    // The bits above the low ones are the exponent's, which may be added where it stays in its field.
    const Signed<V> exponent = (parts.bits << 48) & (Signed<V>)0xfff0000000000000;
    const V usual = bits<V>(bits<Signed<V>>(parts.rest) + exponent);
    return {usual, abs_of(w.high) < (V)707, any_power_of_double(x, y)};
}

}  // namespace lw
