// native_divide and half_divide (OpenCL C 3.0, section 6.15.2). They use the operator `/`: a product with 1 / divisor
// would be faster, but 1 / divisor may overflow or underflow although the quotient does not. The other functions of
// lower accuracy are in math/native.cl; native_rsqrt and half_rsqrt are in math/root.cl.
#include "math/common/lanes.h"

#define LW_NATIVE_DIVIDE(V, name)                 \
    V native_##name(V x, V y) { return x / y; }   \
    V half_##name(V x, V y) { return x / y; }

LW_WIDTHS_2(LW_NATIVE_DIVIDE, float, divide)
