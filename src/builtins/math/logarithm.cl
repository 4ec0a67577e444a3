// log, log2, log10, log1p.
#include "math/double/logarithm_double.h"

namespace lw {

template <class V>
LW_INLINE V log(V x) {
    if constexpr (is_double<V>)
        return log_double(x);
    else
        return log_float(x);
}

template <class V>
LW_INLINE V log2(V x) {
    if constexpr (is_double<V>)
        return log2_double(x);
    else
        return log2_float(x);
}

template <class V>
LW_INLINE V log10(V x) {
    if constexpr (is_double<V>)
        return log10_double(x);
    else
        return log10_float(x);
}

template <class V>
LW_INLINE V log1p(V x) {
    if constexpr (is_double<V>)
        return log1p_double(x);
    else
        return log1p_float(x);
}

}  // namespace lw

LW_REALS_2(LW_UNARY, log)
LW_REALS_2(LW_UNARY, log2)
LW_REALS_2(LW_UNARY, log10)
LW_REALS_2(LW_UNARY, log1p)
