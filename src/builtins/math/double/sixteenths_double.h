// Exponentials in double by a table of 2^(j / 16). This method needs half as many operations as a polynomial for the
// range of -ln 2 / 2 to ln 2 / 2, but is not accurate enough for exp(x) - 1.
#pragma once

#include "math/common/exponent_bits.h"
#include "math/common/float_ops.h"
#include "math/common/two_parts.h"

namespace lw {

/// 2^(j / 16), with j * 2^48 subtracted from its bits: adding (16 k + j) * 2^48 gives the bits of 2^(k + j / 16).
static __constant double8 sixteenth_powers[2] = {
    {0x1p+0, 0x1.fb5586cf9890fp-1, 0x1.f72b83c7d517bp-1, 0x1.f387a6e756238p-1, 0x1.f06fe0a31b715p-1,
     0x1.edea64c123422p-1, 0x1.ebfdad5362a27p-1, 0x1.eab07dd485429p-1},
    {0x1.ea09e667f3bcdp-1, 0x1.ea11473eb0187p-1, 0x1.eace5422aa0dbp-1, 0x1.ec49182a3f09p-1, 0x1.ee89f995ad3adp-1,
     0x1.f199bdd85529cp-1, 0x1.f5818dcfba487p-1, 0x1.fa4afa2a490dap-1}};

/// 2^(j / 16)
static __constant double8 sixteenth_roots[2] = {
    {0x1p+0, 0x1.0b5586cf9890fp+0, 0x1.172b83c7d517bp+0, 0x1.2387a6e756238p+0, 0x1.306fe0a31b715p+0,
     0x1.3dea64c123422p+0, 0x1.4bfdad5362a27p+0, 0x1.5ab07dd485429p+0},
    {0x1.6a09e667f3bcdp+0, 0x1.7a11473eb0187p+0, 0x1.8ace5422aa0dbp+0, 0x1.9c49182a3f09p+0, 0x1.ae89f995ad3adp+0,
     0x1.c199bdd85529cp+0, 0x1.d5818dcfba487p+0, 0x1.ea4afa2a490dap+0}};

/// Parts of exp(w) = 2^(number / 16) (1 + rest).
template <class V>
struct SixteenthParts {
    V entry;  // the entry of sixteenth_powers for `number`
    V rest;
    Signed<V> number;  // number of sixteenths; only its low 16 bits are valid
};

/// exp(high + low) for |high| < 747 and |low| < 1.
template <class V>
LW_INLINE SixteenthParts<V> exp_by_table(TwoParts<V> w) {
    const V shift = (V)rounding_shift<V>;
    const V shifted = fused(w.high + w.low, (V)0x1.71547652b82fep+4, shift);
    const V n = shifted - shift;
    const V rest = fused(n, (V)-0x1.62e42fefa39efp-5, w.high) + fused(n, (V)-0x1.abc9e3b39803fp-60, w.low);
    const V p = polynomial(rest, 0x1p-1, 0x1.55555554dcc9bp-3, 0x1.55555555190f9p-5, 0x1.11120b77051e7p-7,
                           0x1.6c17bbd1f560ap-10);
    const Signed<V> number = bits<Signed<V>>(shifted);
    return {look_up(sixteenth_powers, number), fused(rest * rest, p, rest), number};
}

/// 2^(number / 16), if this power is normal.
template <class V>
LW_INLINE V whole_power(SixteenthParts<V> parts) {
    return bits<V>(bits<Signed<V>>(parts.entry) + (parts.number << 48));
}

/// exp(w) times `factor` for any w, even if the result is infinite, subnormal or 0.
template <class V>
LW_INLINE V any_exponential(SixteenthParts<V> parts, V factor) {
    const V power = bits<V>(bits<Signed<V>>(parts.entry) + ((parts.number & 15) << 48)) * factor;
    const Signed<V> exponent = (parts.number - bits<Signed<V>>((V)rounding_shift<V>)) >> 4, part = exponent >> 1;
    return fused(power, parts.rest, power) * power_of_two<V>(part) * power_of_two<V>(exponent - part);
}

/// Multiples of 1/16. The low 16 bits of `number` are 16 * `value`; the other bits of `number` are undefined.
template <class V>
struct Sixteenths {
    V value;
    Signed<V> number;
};

/// The multiple of 1/16 nearest to x * factor, for |x * factor| < 2^15.
template <class V>
LW_INLINE Sixteenths<V> nearest_sixteenth(V x, Element<V> factor) {
    const V shift = (V)(rounding_shift<V> / 16), shifted = fused(x, (V)factor, shift);
    return {shifted - shift, bits<Signed<V>>(shifted)};
}

/// 2^n (1 + rest) for |n| < 2000, rounded twice if the result is subnormal.
template <class V>
LW_INLINE V power_of_sixteenths(Sixteenths<V> n, V rest) {
    if (has_float_ops()) {
        const V root = look_up(sixteenth_roots, n.number);
        return scale_exponent(fused(root, rest, root), n.value);
    }
    using I = Signed<V>;
    const I same_bits = bits<I>((V)rounding_shift<V>) - bits<I>((V)(rounding_shift<V> / 16));
    const SixteenthParts<V> parts = {look_up(sixteenth_powers, n.number), rest, n.number + same_bits};
    const V power = whole_power(parts), usual = fused(power, rest, power);
    const Mask<V> extreme = abs_of(n.value) > (V)1020;
    return any_lane(extreme) ? choose(extreme, any_exponential(parts, (V)1), usual) : usual;
}

}  // namespace lw
