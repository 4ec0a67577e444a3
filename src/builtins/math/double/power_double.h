// Powers of doubles: x^y = exp(y log(x)). The number log(x) is computed by a table of sixteen logarithms, as the sum of
// two doubles. If log(x) has a relative error e, the result has a relative error of |log(result)| e, which is at most
// 745 e; e is below 2^-62.
#pragma once

#include "math/common/power_limits.h"
#include "math/double/sixteenths_double.h"

namespace lw {

// Tables of inverses and logarithms for the 16 intervals of z from `least_mantissa` up, with x = 2^k z. The interval
// that contains 1 is from 1 - 1/64 to 1 + 1/32, and its table logarithm is 0. In the other intervals, r = z * inverse -
// 1 is below 3/100 in magnitude. The last bit of a table logarithm is 2^-42. Each table logarithm is chosen from the
// multiples of 2^-42 near the middle of its interval, such that exp(-logarithm) is as close as possible to a double.
// This double is the table's inverse; it differs from exp(-logarithm) by less than 2^-71.
inline constexpr long least_mantissa = 0x3fe6800000000000;
static __constant double8 inverse_mantissas[2] = {
    {0x1.642c7f5d39039p+0, 0x1.55554fadd878fp+0, 0x1.47ae1148b6dc6p+0, 0x1.3b13af1e705fap+0, 0x1.2f684f2382b4bp+0,
     0x1.2492503a09c29p+0, 0x1.1a7b8ed2bd4b1p+0, 0x1.11110ffe5e6d5p+0},
    {0x1.08421037a860fp+0, 0x1p+0, 0x1.e1e1e26deb2fcp-1, 0x1.c71c81b74bbe6p-1, 0x1.af285eb9ee5a8p-1,
     0x1.9999a1cd01357p-1, 0x1.86185eac5703p-1, 0x1.745d1f1fed254p-1}};
static __constant double8 mantissa_logs[2] = {
    {-0x1.522ace9f8ep-2, -0x1.2696101cd7p-2, -0x1.f991b2d1b2p-3, -0x1.a93ec60e88p-3, -0x1.5bf41ce4f6p-3,
     -0x1.117919b8c2p-3, -0x1.93357cc54cp-4, -0x1.08597b416cp-4},
    {-0x1.0415cf5bd8p-5, 0x0p+0, 0x1.f0a302b478p-5, 0x1.e26fe77108p-4, 0x1.5ff345174ep-3, 0x1.c8ff5378a4p-3,
     0x1.1675d23656p-2, 0x1.4618a689fap-2}};

/// log(x) + exponents * ln 2 for normal x, computed as the sum of k ln 2, a table entry, and log(1 + r). The low part
/// of the result may be as large as 2^-11 times the high part. The difference r - r^2 / 2 is exact. For results close
/// to overflow, a rounding error of r^2 would have ten times the effect of a rounding error of the result.
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
    // The first constant is nearly ln 2, and its last bit is 2^-42. The product of this constant and k is therefore
    // exact, and so is the sum of this product and the table entry.
    const V known = fused(k, (V)0x1.62e42fefa38p-1, look_up(mantissa_logs, number));
    const V rest = fused(k, (V)0x1.ef35793c7673p-45, fused(fused(r, r, -r), ratio.low, ratio.low));
    const V square = r * r;
    const V even =
        polynomial(square, 0x1.5555555555513p-2, 0x1.9999999b0c257p-3, 0x1.24923587820ccp-3, 0x1.c7eb0973cb9aap-4);
    const V odd =
        polynomial(square, -0x1.00000000007f2p-2, -0x1.5555553d1649ep-3, -0x1.0000aaf4eedecp-3, -0x1.96fb903b5bc99p-4);
    const V p = fused(odd, r, even);
    const V halved = r * (V)-0.5;
    const V high = known + fused(halved, r, r);
    const V low = fused(halved, r, (known - high) + r);
    return {high, fused(square * r, p, low + rest)};
}

/// x^y for positive finite x, even subnormal x.
template <class V, class Y>
LW_INLINE V any_power_of_double(V x, Y y) {
    const Mask<V> subnormal = x < (V)0x1p-1022;
    const V normal = choose(subnormal, x * (V)0x1p54, x);
    const TwoParts<V> w = product(log_by_table(normal, choose(subnormal, (V)-54, (V)0)), y);
    const V result = any_exponential(exp_by_table(w), (V)1);
    const V beyond = choose(w.high > (V)711, (V)infinity<V>, choose(w.high < (V)-747, (V)0, result));
    return choose(w.high != w.high, w.high, beyond);
}

/// |x|^y for finite x; `is_usual` holds if the power is normal.
template <class V, class Y>
LW_INLINE Powers<V> power_of_double(V x, Y y) {
    const TwoParts<V> w = product(log_by_table(x, (V)0), y);
    const SixteenthParts<V> parts = exp_by_table(w);
    const V power = whole_power(parts);
    return {fused(power, parts.rest, power), abs_of(w.high) < (V)707, any_power_of_double(abs_of(x), y)};
}

}  // namespace lw
