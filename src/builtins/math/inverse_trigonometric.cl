// asin, acos, atan, atan2 and their forms in half turns.
#include "math/inverse_trigonometric_float.h"
#include "math/libm.h"

namespace lw {

/// x / pi.
template <class V>
LW_INLINE V over_pi(V x) {
    return x * (V)0x1.45f306dc9c883p-2;
}

template <class V>
LW_INLINE V asin(V x) {
    if constexpr (is_double<V>)
        return libm::asin(x);
    else
        return asin_float(x);
}

template <class V>
LW_INLINE V acos(V x) {
    if constexpr (is_double<V>)
        return libm::acos(x);
    else
        return acos_float(x);
}

template <class V>
LW_INLINE V atan(V x) {
    if constexpr (is_double<V>)
        return libm::atan(x);
    else
        return atan_float(x);
}

template <class V>
LW_INLINE V atan2(V y, V x) {
    if constexpr (is_double<V>)
        return libm::atan2(y, x);
    else
        return atan2_float(y, x);
}

template <class V>
LW_INLINE V asinpi(V x) {
    if constexpr (is_double<V>)
        return over_pi(libm::asin(x));
    else
        return asinpi_float(x);
}

template <class V>
LW_INLINE V acospi(V x) {
    if constexpr (is_double<V>)
        return over_pi(libm::acos(x));
    else
        return acospi_float(x);
}

template <class V>
LW_INLINE V atanpi(V x) {
    if constexpr (is_double<V>)
        return over_pi(libm::atan(x));
    else
        return atanpi_float(x);
}

template <class V>
LW_INLINE V atan2pi(V y, V x) {
    if constexpr (is_double<V>)
        return over_pi(libm::atan2(y, x));
    else
        return atan2pi_float(y, x);
}

}  // namespace lw

LW_REALS_2(LW_UNARY, asin)
LW_REALS_2(LW_UNARY, acos)
LW_REALS_2(LW_UNARY, atan)
LW_REALS_2(LW_BINARY, atan2)
LW_REALS_2(LW_UNARY, asinpi)
LW_REALS_2(LW_UNARY, acospi)
LW_REALS_2(LW_UNARY, atanpi)
LW_REALS_2(LW_BINARY, atan2pi)
