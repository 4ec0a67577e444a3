// native_divide and half_divide (OpenCL C 3.0, section 6.15.2), for which nothing faster is known than the operator:
// the inverse of a divisor may overflow, or vanish, where the quotient does not. The other forms that may be less
// accurate are in math/native.cl, those of rsqrt in math/root.cl.
#include "math/lanes.h"

#define LW_NATIVE_DIVIDE(V, name)                 \
    V native_##name(V x, V y) { return x / y; }   \
    V half_##name(V x, V y) { return x / y; }

LW_WIDTHS_2(LW_NATIVE_DIVIDE, float, divide)
