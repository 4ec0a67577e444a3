// erf, erfc.
#include "math/libm.h"

namespace lw {

template <class V>
LW_INLINE V erf(V x) {
    return in_double([](auto d) { return libm::erf(d); }, x);
}

template <class V>
LW_INLINE V erfc(V x) {
    return in_double([](auto d) { return libm::erfc(d); }, x);
}

}  // namespace lw

LW_REALS_2(LW_UNARY, erf)
LW_REALS_2(LW_UNARY, erfc)
