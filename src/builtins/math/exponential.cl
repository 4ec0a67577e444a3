// exp, exp2, exp10, expm1.
#include "math/libm.h"

namespace lw {

template <class V>
LW_INLINE V exp(V x) {
    return in_double([](auto d) { return libm::exp(d); }, x);
}

template <class V>
LW_INLINE V exp2(V x) {
    return in_double([](auto d) { return libm::exp2(d); }, x);
}

template <class V>
LW_INLINE V exp10(V x) {
    return in_double([](auto d) { return libm::exp10(d); }, x);
}

template <class V>
LW_INLINE V expm1(V x) {
    return in_double([](auto d) { return libm::expm1(d); }, x);
}

}  // namespace lw

LW_REALS_2(LW_UNARY, exp)
LW_REALS_2(LW_UNARY, exp2)
LW_REALS_2(LW_UNARY, exp10)
LW_REALS_2(LW_UNARY, expm1)
