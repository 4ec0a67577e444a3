// native_* and half_* functions (OpenCL C 3.0, section 6.15.2), forms that may be less accurate, for which nothing faster
// is known than the ordinary functions. The others are in math/native.cl, those of rsqrt in math/root.cl.
#include "math/lanes.h"


#define LW_NATIVE_UNARY(V, name)                 \
    V name(V x);                                 \
    V native_##name(V x) { return name(x); }     \
    V half_##name(V x) { return name(x); }
#define LW_NATIVE_DIVIDE(V, name)                 \
    V native_##name(V x, V y) { return x / y; }   \
    V half_##name(V x, V y) { return x / y; }
#define LW_NATIVE_RECIP(V, name)                \
    V native_##name(V x) { return (V)1 / x; }   \
    V half_##name(V x) { return (V)1 / x; }

LW_WIDTHS_2(LW_NATIVE_UNARY, float, sqrt)
LW_WIDTHS_2(LW_NATIVE_UNARY, float, tan)
LW_WIDTHS_2(LW_NATIVE_DIVIDE, float, divide)
LW_WIDTHS_2(LW_NATIVE_RECIP, float, recip)
