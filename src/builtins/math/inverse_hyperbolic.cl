// asinh, acosh, atanh.
#include "math/libm.h"

namespace lw {

template <class V>
LW_INLINE V asinh(V x) {
    return in_double([](auto d) { return libm::asinh(d); }, x);
}

template <class V>
LW_INLINE V acosh(V x) {
    return in_double([](auto d) { return libm::acosh(d); }, x);
}

template <class V>
LW_INLINE V atanh(V x) {
    return in_double([](auto d) { return libm::atanh(d); }, x);
}

}  // namespace lw

LW_REALS_2(LW_UNARY, asinh)
LW_REALS_2(LW_UNARY, acosh)
LW_REALS_2(LW_UNARY, atanh)
