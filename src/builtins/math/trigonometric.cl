// sin, cos, tan.
#include "math/libm.h"

namespace lw {

template <class V>
LW_INLINE V sin(V x) {
    return in_double([](auto d) { return libm::sin(d); }, x);
}

template <class V>
LW_INLINE V cos(V x) {
    return in_double([](auto d) { return libm::cos(d); }, x);
}

template <class V>
LW_INLINE V tan(V x) {
    return in_double([](auto d) { return libm::tan(d); }, x);
}

}  // namespace lw

LW_REALS_2(LW_UNARY, sin)
LW_REALS_2(LW_UNARY, cos)
LW_REALS_2(LW_UNARY, tan)
