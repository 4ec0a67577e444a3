// sinh, cosh, tanh.
#include "math/libm.h"

namespace lw {

template <class V>
LW_INLINE V sinh(V x) {
    return in_double([](auto d) { return libm::sinh(d); }, x);
}

template <class V>
LW_INLINE V cosh(V x) {
    return in_double([](auto d) { return libm::cosh(d); }, x);
}

template <class V>
LW_INLINE V tanh(V x) {
    return in_double([](auto d) { return libm::tanh(d); }, x);
}

}  // namespace lw

LW_REALS_2(LW_UNARY, sinh)
LW_REALS_2(LW_UNARY, cosh)
LW_REALS_2(LW_UNARY, tanh)
