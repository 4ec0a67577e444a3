// native_* and half_* functions (OpenCL C 3.0, section 6.15.2): forms that may be less accurate. They have the accuracy
// of the ordinary functions where nothing faster is known; math/root.cl has those of rsqrt.
#include "math/lanes.h"


#define LW_NATIVE_UNARY(V, name)                 \
    V name(V x);                                 \
    V native_##name(V x) { return name(x); }     \
    V half_##name(V x) { return name(x); }
// 7.5.1 defines powr by them, so that its special cases come by themselves; the exponent's rounding makes an error of
// some hundred ULP.
#define LW_NATIVE_POWR(V, name)                                     \
    V native_##name(V x, V y) { return exp2(y * log2(x)); }         \
    V half_##name(V x, V y) { return exp2(y * log2(x)); }
#define LW_NATIVE_DIVIDE(V, name)                 \
    V native_##name(V x, V y) { return x / y; }   \
    V half_##name(V x, V y) { return x / y; }
#define LW_NATIVE_RECIP(V, name)                \
    V native_##name(V x) { return (V)1 / x; }   \
    V half_##name(V x) { return (V)1 / x; }

LW_WIDTHS_2(LW_NATIVE_UNARY, float, cos)
LW_WIDTHS_2(LW_NATIVE_UNARY, float, exp)
LW_WIDTHS_2(LW_NATIVE_UNARY, float, exp2)
LW_WIDTHS_2(LW_NATIVE_UNARY, float, exp10)
LW_WIDTHS_2(LW_NATIVE_UNARY, float, log)
LW_WIDTHS_2(LW_NATIVE_UNARY, float, log2)
LW_WIDTHS_2(LW_NATIVE_UNARY, float, log10)
LW_WIDTHS_2(LW_NATIVE_UNARY, float, sin)
LW_WIDTHS_2(LW_NATIVE_UNARY, float, sqrt)
LW_WIDTHS_2(LW_NATIVE_UNARY, float, tan)
LW_WIDTHS_2(LW_NATIVE_POWR, float, powr)
LW_WIDTHS_2(LW_NATIVE_DIVIDE, float, divide)
LW_WIDTHS_2(LW_NATIVE_RECIP, float, recip)
