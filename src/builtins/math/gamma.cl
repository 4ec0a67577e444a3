// tgamma, lgamma.
#include "math/gamma.h"
#include "math/double/gamma_logarithm_double.h"

namespace lw {

/// lgamma(x) for x >= 1/2. For x >= 2.5, computes Stirling's series; for x >= 1.5, computes lgamma(2 + t) with |t| <=
/// 1/2. For smaller x, subtracts log(1 + t) from lgamma(2 + t) to get lgamma(1 + t). No step loses digits near the
/// zeros of lgamma at 1 and 2.
template <class V>
LW_INLINE V lgamma_from_half(V x) {
    const V logarithm = log_float(x), inverse = (V)1 / x;
    const V tail = inverse * polynomial(inverse * inverse, 0x1.555548p-4f, -0x1.6b42c6p-9f, 0x1.642510p-11f);
    const V large = fused(x - (V)0.5f, logarithm - (V)1, tail + (V)0x1.acfe3ap-2f);
    const Mask<V> below = x < (V)1.5f;
    const V t = x - choose(below, (V)1, (V)2);
    const V p = polynomial(t, 0x1.b0ee60p-2f, 0x1.4a34ccp-2f, -0x1.13dfecp-4f, 0x1.51357ep-6f, -0x1.e42474p-8f,
                           0x1.795d2ap-9f, -0x1.34c3c6p-10f, 0x1.2abfb4p-11f, -0x1.1af49cp-12f);
    const V small = fused(t, p, choose(below, -logarithm, (V)0));
    return choose(x < (V)2.5f, small, large);
}

/// lgamma(x) for x < 1/2. Computes in double, which has enough digits near the zeros of lgamma at negative x. Adds the
/// logarithm of (s / e)^s and the logarithm of the product of all other factors in the formula of tgamma().
template <class V>
LW_INLINE V lgamma_below_half(V x) {
    using D = Doubles<V>;
    const D wide = to<double>(x);
    const D y = (D)1 - wide, s = y + (D)3.5;
    const D factor = stirling_factor((D)1 / s), rising = rising_product(TwoParts<D>{y, (D)0});
    const D rest = log_double(rising * (D)3.14159265358979323846 / (abs_of(sinpi(wide)) * factor));
    const V result = to<float>(rest - s * (log_double(s) - (D)1));
    return choose(x == (V)-infinity<V>, (V)infinity<V>, result);
}

template <class V>
LW_INLINE V lgamma_float(V x) {
    const V result = lgamma_from_half(x);
    const Mask<V> below = x < (V)0.5f;
    if (any_lane(below)) return choose(below, lgamma_below_half(x), result);
    return result;
}

template <class V>
LW_INLINE V lgamma(V x) {
    if constexpr (is_double<V>)
        return lgamma_double(x);
    else
        return lgamma_float(x);
}

}  // namespace lw

LW_REALS_2(LW_UNARY, tgamma)
LW_REALS_2(LW_UNARY, lgamma)
