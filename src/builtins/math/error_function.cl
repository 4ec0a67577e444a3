// erf, erfc.
#include "math/double/error_function_double.h"
#include "math/float/exponential_float.h"

namespace lw {

/// erfc(x) for x >= 0, as exp(-x^2) times an approximation of exp(x^2) erfc(x), which is valid up to 10.1.
template <class V>
LW_INLINE V erfc_positive(V x) {
    const V inside = limited(x, 0.0f, 10.5f);
    const V u = (V)1 / fused(inside, (V)0.5f, (V)1);
    const V p = polynomial(u, 0x1.20dbfep-2f, 0x1.210294p-2f, 0x1.f67506p-3f, 0x1.7a361ap-3f, 0x1.dcb72cp-5f,
                           0x1.c34014p-6f, -0x1.3644a8p-7f, -0x1.36036p-2f, 0x1.8f9922p-2f, -0x1.8e32dep-3f,
                           0x1.29b64ep-5f);
    const V square = inside * inside;
    const V lost = fused(inside, inside, -square);
    const ExponentialParts<V> parts = reduce_exponential(-square);
    const V power = exponential_rest(parts.rest - lost) + (V)1;
    return scaled(power * (p * u), parts.power);
}

/// erf(x) = 1 - 2^(x p(x)) for x up to 3.95; for larger x, erf(x) is 1. `exponent_of` gives p, `slope_of` gives (2^r -
/// 1) / r.
template <class V, class Exponent, class Slope>
LW_INLINE V erf_by_power(V x, Exponent exponent_of, Slope slope_of) {
    const V size = abs_of(x);
    const V inside = choose(size > (V)3.95f, (V)3.95f, size);
    const V exponent = inside * exponent_of(inside);
    const Nearest<V> n = nearest_integer(exponent, 1);
    const V rest = exponent - n.value;
    const V power = power_of_two<V>(n.integer);
    return with_sign_of(fused(-power, rest * slope_of(rest), (V)1 - power), x);
}

/// erf(x), off by 2^-24.
template <class V>
LW_INLINE V erf_float(V x) {
    return erf_by_power(
        x,
        [](V size) {
            return polynomial(size, -0x1.a0be84p+0f, -0x1.d63e38p-1f, -0x1.2fc792p-3f, 0x1.c8b5f8p-6f, -0x1.373732p-12f,
                              -0x1.d96bd4p-10f, 0x1.203546p-11f, -0x1.ecb7fep-15f);
        },
        [](V rest) {
            return polynomial(rest, 0x1.62e43p-1f, 0x1.ebfbdep-3f, 0x1.c6af6ep-5f, 0x1.3b2bap-7f, 0x1.5f07b4p-10f,
                              0x1.4308c2p-13f);
        });
}

/// Like erf_float(), with shorter polynomials: relaxed math allows 16 ULP, and relaxed_erf() is off by 11 ULP.
template <class V>
LW_INLINE V relaxed_erf(V x) {
    return erf_by_power(
        x,
        [](V size) {
            return polynomial(size, -0x1.a0be8ap+0f, -0x1.d63bdcp-1f, -0x1.302b2p-3f, 0x1.d4544cp-6f, -0x1.88389cp-10f,
                              -0x1.a8f486p-11f, 0x1.485768p-13f);
        },
        [](V rest) {
            return polynomial(rest, 0x1.62e43p-1f, 0x1.ebf9d2p-3f, 0x1.c6ae8ap-5f, 0x1.3ce3fp-7f, 0x1.5f6b5p-10f);
        });
}

template <class V>
LW_INLINE V erfc_float(V x) {
    const V positive = erfc_positive(abs_of(x));
    return choose(x < (V)0, (V)2 - positive, positive);
}

template <class V>
LW_INLINE V erf(V x) {
    if constexpr (is_double<V>)
        return erf_double(x);
    else
        return erf_float(x);
}

template <class V>
LW_INLINE V erfc(V x) {
    if constexpr (is_double<V>)
        return erfc_double(x);
    else
        return erfc_float(x);
}

}  // namespace lw

#define LW_RELAXED_ERF(V) \
    V __lw_relaxed_erf(V x) { return lw::relaxed_erf(x); }

LW_REALS_2(LW_UNARY, erf)
LW_WIDTHS(LW_RELAXED_ERF, float)
LW_REALS_2(LW_UNARY, erfc)
