// The error functions in double. Coefficients are minimax on their intervals, and positive: nothing cancels.
#pragma once

#include "math/exponential_double.h"
#include "math/sixteenths_double.h"

namespace lw {

/// erf(x) = 1 - exp(-x p(x)): as -log(erfc(x)) / x, p is smooth, and the larger x the fewer of its digits matter. From
/// 5.95 on, erf is 1.
template <class V>
LW_INLINE V erf_double(V x) {
    const V size = abs_of(x);
    const V inside = choose(size > (V)5.95, (V)5.95, size);
    const V numerator = wide_polynomial(inside, 0x1.20dd750429b6dp+0, 0x1.4308e3ff9420ep+1, 0x1.55e04373628p+1,
                                        0x1.b714d281c538ap+0, 0x1.710b27c4145c3p-1, 0x1.999afde21a764p-3,
                                        0x1.1eabb275130ecp-5, 0x1.b9bf4f28ab16cp-9, 0x1.f065189c5a53ep-14);
    const V denominator =
        wide_polynomial(inside, 0x1p+0, 0x1.ac21b1957f89fp+0, 0x1.55187c35062p+0, 0x1.440eaf1e2f541p-1,
                        0x1.82cffb5cc17b3p-3, 0x1.1a16c7f7ac95dp-5, 0x1.b96d67c61e1f1p-9, 0x1.f07bab18fd54fp-14);
    const V exponent = -(inside * numerator) / denominator;
    // The more multiples of ln 2 there are, the less their last digits matter.
    const Nearest<V> n = nearest_integer(exponent, 0x1.71547652b82fep+0);
    const V rest = exponential_rest_double(fused(n.value, (V)-0x1.62e42fefa39efp-1, exponent));
    const V power = power_of_two<V>(n.integer);
    return with_sign_of(fused(-power, rest, (V)1 - power), x);
}

/// exp(x^2) erfc(x), a quotient of polynomials for 0 <= x <= 27.5, times exp(-x^2): erfc(x).
template <class V>
LW_INLINE V erfc_positive_double(V x) {
    const V inside = choose(x > (V)27.5, (V)27.5, x);
    const V numerator = wide_polynomial(inside, 0x1p+0, 0x1.187595e10c04p+1, 0x1.2fff9de655c95p+1, 0x1.a2b09a804cfc2p+0,
                                        0x1.8fc937b9f6046p-1, 0x1.1155c28e4642ep-2, 0x1.0b982c0d2b399p-4,
                                        0x1.6af74482bbd7dp-7, 0x1.37d6b68191cebp-10, 0x1.0659a207d0e05p-14);
    const V denominator =
        wide_polynomial(inside, 0x1p+0, 0x1.a8e4506320dd6p+1, 0x1.47b803d3411d2p+2, 0x1.36296b39eb52bp+2,
                        0x1.90185d19b7db1p+1, 0x1.70da622286c63p+0, 0x1.ee78174ebd83bp-2, 0x1.de9dec46964p-4,
                        0x1.42940f01b2b5p-6, 0x1.145c209432944p-9, 0x1.d100e519b2afdp-14);
    const V quotient = numerator / denominator;
    const V square = inside * inside;
    const SixteenthParts<V> parts = exp_by_table(TwoParts<V>{-square, fused(-inside, inside, square)});
    const V power = whole_power(parts) * quotient;
    const V usual = fused(power, parts.rest, power);
    const Mask<V> tiny = inside > (V)26;
    return any_lane(tiny) ? choose(tiny, any_exponential(parts, quotient), usual) : usual;
}

template <class V>
LW_INLINE V erfc_double(V x) {
    const V positive = erfc_positive_double(abs_of(x));
    return choose(x < (V)0, (V)2 - positive, positive);
}

}  // namespace lw
