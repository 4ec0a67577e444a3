// tgamma for half (parts.h): Gamma(y + 3) = 2^p(y) with a polynomial p, and Gamma(y) = Gamma(y + 3) / (y (y + 1) (y +
// 2)). Below 1/2, Gamma(x) = pi / (sin(pi x) Gamma(1 - x)).
#include "half_math/parts.h"
#include "half_math/turns.h"

namespace lw {

/// log2(Gamma(y + 3)) for 1/2 <= y <= 14; the error is 2^-15 for y <= 9.5. For larger y, Gamma(y) is infinite in half,
/// or the reflected result is subnormal and needs fewer digits.
template <class V>
LW_INLINE V gamma_exponent(V y) {
    return polynomial(y - (V)7.25f, 0x1.349358p+4f, 0x1.a49b82p+1f, 0x1.2ed60ap-4f, -0x1.47b502p-9f, 0x1.0aee8ap-13f,
                      -0x1.7fdae4p-17f, 0x1.33524ap-22f, 0x1.befd14p-24f, 0x1.a01ccp-26f);
}

template <class V>
LW_INLINE V tgamma_of_half(V x) {
    const Mask<V> reflected = x < (V)0.5f;
    const V any = choose(reflected, (V)1 - x, x), y = choose(any > (V)14.0f, (V)14.0f, any);
    const V exponent = gamma_exponent(y), rising = y * fused(y, y + (V)3, (V)2);
    const V power = exp2_for_half(choose(reflected, -exponent, exponent));
    const V sine = sinpi_of_half(x);
    const V numerator = choose(reflected, rising * (V)0x1.921fb6p+1f, (V)1);
    const V result = numerator * recip_for_half(choose(reflected, sine, rising)) * power;
    return choose((sine == (V)0) & (x < (V)0), (V)not_a_number<V>, result);
}

}  // namespace lw

LW_WIDTHS_2(LW_OF_HALF_1, float, tgamma)
