// The arc tangent of doubles of any size. For a number c near x, atan(x) = atan(c) + atan((x - c) / (1 + x c)), and a
// short polynomial suffices for the second term. A table has sixteen values of c.
#pragma once

#include "math/common/float_ops.h"

namespace lw {

// Values of c, one for each interval of x. From 1/8 to 16, there are two intervals between each power of two and the
// next one. The number of an interval is the low three bits of the exponent and the first bit of the mantissa. Interval
// 7, with c = 0, covers all x below 1/8, and interval 6 also covers all x above 16. Each c is chosen such that its arc
// tangent differs from a double by less than a thousandth of an ULP.
static __constant double8 arc_tangent_bases[2] = {
    {0x1.35285ed878a37p+1, 0x1.b74d149830d9cp+1, 0x1.339bfa554551cp+2, 0x1.b65ed4f022845p+2, 0x1.33af76ae809b3p+3,
     0x1.b66e3337c9049p+3, 0x1.ffb8fb20da17ap+4, 0x0p+0},
    {0x1.3fed56d50cd8ap-3, 0x1.c063912953451p-3, 0x1.3e6050f01a491p-2, 0x1.bda64e2ce0f68p-2, 0x1.3c560653c999ap-1,
     0x1.bbbac1a54900ap-1, 0x1.38c9b243cddeep+0, 0x1.b8bba681cf275p+0}};
static __constant double8 arc_tangents_of_bases[2] = {
    {0x1.2da226c94fab5p+0, 0x1.498ac80657346p+0, 0x1.5d9c53d949034p+0, 0x1.6d02e2e17a808p+0, 0x1.77983a42880b1p+0,
     0x1.7f78db9391cf6p+0, 0x1.8a1f43e175cfep+0, 0x0p+0},
    {0x1.3d5cb734b396ep-3, 0x1.b96c795c45438p-3, 0x1.34ac9430cd57ep-2, 0x1.a45577ed8a85ep-2, 0x1.1b5c0f5dddac7p-1,
     0x1.6d9cbcf8a80b4p-1, 0x1.c512bc3008c37p-1, 0x1.0b695ada336b3p+0}};

template <class V>
LW_INLINE V atan_double(V x) {
    const V size = abs_of(x);
    const Signed<V> number = bits<Signed<V>>(limited(size, 0x1.8p-4, 16)) >> 51;
    const V c = look_up(arc_tangent_bases, number);
    const V finite = choose(size > (V)0x1p100, (V)0x1p100, size);
    const V t = (finite - c) / fused(finite, c, (V)1), square = t * t;
    // Minimax polynomial for t up to 1/8, off by 2^-57.
    const V p = polynomial(square, -0x1.555555555554dp-2, 0x1.9999999987091p-3, -0x1.249248ee7dfafp-3,
                           0x1.c71bfe5525df3p-4, -0x1.742547bcee42bp-4, 0x1.2e95f1c92dd62p-4);
    return with_sign_of(fused(t * square, p, t) + look_up(arc_tangents_of_bases, number), x);
}

}  // namespace lw
