// log, log2, log10, log1p.
#include "math/libm.h"

namespace lw {

template <class V>
LW_INLINE V log(V x) {
    return in_double([](auto d) { return libm::log(d); }, x);
}

template <class V>
LW_INLINE V log2(V x) {
    return in_double([](auto d) { return libm::log2(d); }, x);
}

template <class V>
LW_INLINE V log10(V x) {
    return in_double([](auto d) { return libm::log10(d); }, x);
}

template <class V>
LW_INLINE V log1p(V x) {
    return in_double([](auto d) { return libm::log1p(d); }, x);
}

}  // namespace lw

LW_REALS_2(LW_UNARY, log)
LW_REALS_2(LW_UNARY, log2)
LW_REALS_2(LW_UNARY, log10)
LW_REALS_2(LW_UNARY, log1p)
