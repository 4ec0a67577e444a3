// Calls the host's libm through the device's import table, lane by lane. The errors of libm's double functions are
// within OpenCL's limits. The builtin library uses libm's functions where it has no SIMD code of its own.
#pragma once

#include "math/common/lanes.h"

namespace lw::libm {

#define LW_LIBM_UNARY(name)                                                                                    \
    __attribute__((const, nothrow)) double name(double) __asm__(#name);                                        \
    template <class V>                                                                                         \
    LW_INLINE V name(V x) {                                                                                    \
        V result;                                                                                              \
        _Pragma("unroll") for (int lane = 0; lane < width_of<V>; ++lane) result[lane] = name((double)x[lane]); \
        return result;                                                                                         \
    }

LW_LIBM_UNARY(cos)
LW_LIBM_UNARY(lgamma)
LW_LIBM_UNARY(sin)
LW_LIBM_UNARY(tan)

#undef LW_LIBM_UNARY

}  // namespace lw::libm
