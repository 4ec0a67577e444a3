// The host's libm, reached through the device's import table and applied lane by lane. Its double functions are within
// OpenCL's limits; they stand in where the library has no SIMD code of its own.
#pragma once

#include "math/lanes.h"

namespace lw::libm {

#define LW_LIBM_UNARY(name)                                                                                    \
    __attribute__((const, nothrow)) double name(double) __asm__(#name);                                        \
    template <class V>                                                                                         \
    LW_INLINE V name(V x) {                                                                                    \
        V result;                                                                                              \
        _Pragma("unroll") for (int lane = 0; lane < width_of<V>; ++lane) result[lane] = name((double)x[lane]); \
        return result;                                                                                         \
    }
#define LW_LIBM_BINARY(name)                                                            \
    __attribute__((const, nothrow)) double name(double, double) __asm__(#name);         \
    template <class V>                                                                  \
    LW_INLINE V name(V x, V y) {                                                        \
        V result;                                                                       \
        _Pragma("unroll") for (int lane = 0; lane < width_of<V>; ++lane) result[lane] = \
            name((double)x[lane], (double)y[lane]);                                     \
        return result;                                                                  \
    }

LW_LIBM_UNARY(acos)
LW_LIBM_UNARY(acosh)
LW_LIBM_UNARY(asin)
LW_LIBM_UNARY(asinh)
LW_LIBM_UNARY(atan)
LW_LIBM_UNARY(atanh)
LW_LIBM_UNARY(cbrt)
LW_LIBM_UNARY(cos)
LW_LIBM_UNARY(cosh)
LW_LIBM_UNARY(erf)
LW_LIBM_UNARY(erfc)
LW_LIBM_UNARY(exp)
LW_LIBM_UNARY(exp10)
LW_LIBM_UNARY(exp2)
LW_LIBM_UNARY(expm1)
LW_LIBM_UNARY(lgamma)
LW_LIBM_UNARY(log)
LW_LIBM_UNARY(log10)
LW_LIBM_UNARY(log1p)
LW_LIBM_UNARY(log2)
LW_LIBM_UNARY(sin)
LW_LIBM_UNARY(sinh)
LW_LIBM_UNARY(tan)
LW_LIBM_UNARY(tanh)
LW_LIBM_UNARY(tgamma)
LW_LIBM_BINARY(atan2)
LW_LIBM_BINARY(fmod)
LW_LIBM_BINARY(hypot)
LW_LIBM_BINARY(remainder)

#undef LW_LIBM_UNARY
#undef LW_LIBM_BINARY

}  // namespace lw::libm
