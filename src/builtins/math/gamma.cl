// tgamma, lgamma.
#include "math/gamma.h"
#include "math/libm.h"

namespace lw {

template <class V>
LW_INLINE V lgamma(V x) {
    return in_double([](auto d) { return libm::lgamma(d); }, x);
}

}  // namespace lw

LW_REALS_2(LW_UNARY, tgamma)
LW_REALS_2(LW_UNARY, lgamma)
