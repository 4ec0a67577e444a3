// exp, exp2, exp10, expm1.
#include "math/double/exponential_double.h"
#include "math/float/exponential_float.h"

namespace lw {

template <class V>
LW_INLINE V exp(V x) {
    if constexpr (is_double<V>)
        return exp_double(x);
    else
        return exp_float(x);
}

template <class V>
LW_INLINE V exp2_float(V x) {
    const V inside = limited(x, -151.0f, 129.0f);
    const Nearest<V> n = nearest_integer(inside, 1.0f);
    return scaled(exp2_rest_float(inside - n.value), n);
}

template <class V>
LW_INLINE V exp2(V x) {
    if constexpr (is_double<V>)
        return exp2_double(x);
    else
        return exp2_float(x);
}

// 10^x = 2^n 10^r, with x = n log10(2) + r.
template <class V>
LW_INLINE V exp10_float(V x) {
    const V inside = limited(x, -46.0f, 39.0f);
    const Nearest<V> n = nearest_integer(inside, 0x1.a934fp+1f);
    const V high = fused(n.value, (V)-0x1.344136p-2f, inside);
    const V rest = fused(n.value, (V)0x1.ec10cp-27f, high);
    const V p = polynomial(rest, 0x1p+0f, 0x1.26bb1cp+1f, 0x1.535248p+1f, 0x1.046f9ap+1f, 0x1.2bdbdap+0f,
                           0x1.156bbcp-1f, 0x1.a4985p-3f);
    return scaled(p, n);
}

template <class V>
LW_INLINE V exp10(V x) {
    if constexpr (is_double<V>)
        return exp10_double(x);
    else
        return exp10_float(x);
}

template <class V>
LW_INLINE V expm1(V x) {
    if constexpr (is_double<V>)
        return expm1_double(x);
    else
        return expm1_float(x);
}

}  // namespace lw

LW_REALS_2(LW_UNARY, exp)
LW_REALS_2(LW_UNARY, exp2)
LW_REALS_2(LW_UNARY, exp10)
LW_REALS_2(LW_UNARY, expm1)
