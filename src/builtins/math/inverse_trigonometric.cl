// asin, acos, atan, atan2 and their forms in half turns.
#include "math/libm.h"

namespace lw {

/// 1/pi.
inline constexpr double inv_pi = 0x1.45f306dc9c883p-2;

/// x / pi.
template <class V>
LW_INLINE V over_pi(V x) {
    return x * (V)inv_pi;
}

template <class V>
LW_INLINE V asin(V x) {
    return in_double([](auto d) { return libm::asin(d); }, x);
}
template <class V>
LW_INLINE V acos(V x) {
    return in_double([](auto d) { return libm::acos(d); }, x);
}
template <class V>
LW_INLINE V atan(V x) {
    return in_double([](auto d) { return libm::atan(d); }, x);
}
template <class V>
LW_INLINE V atan2(V y, V x) {
    return in_double([](auto a, auto b) { return libm::atan2(a, b); }, y, x);
}
template <class V>
LW_INLINE V asinpi(V x) {
    return in_double([](auto d) { return over_pi(libm::asin(d)); }, x);
}
template <class V>
LW_INLINE V acospi(V x) {
    return in_double([](auto d) { return over_pi(libm::acos(d)); }, x);
}
template <class V>
LW_INLINE V atanpi(V x) {
    return in_double([](auto d) { return over_pi(libm::atan(d)); }, x);
}
template <class V>
LW_INLINE V atan2pi(V y, V x) {
    return in_double([](auto a, auto b) { return over_pi(libm::atan2(a, b)); }, y, x);
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
