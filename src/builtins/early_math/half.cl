// Math functions on half (OpenCL C 3.0, section 6.15.2, cl_khr_fp16), all computed in float. Most of them have a short
// implementation in half_math, as half has few bits. The other functions call the function for float, and round the
// result to half. The significand of float has more than twice as many bits as the significand of half, so the error is
// at most slightly above 0.5 ulp of half. If the float result is exact (ldexp, logb), the half result is exact, too.
// Functions that compute in half itself are in basic.cl, and functions with a second result are in results.cl.
#include "conversion.h"
#include "math/common/exponent_bits.h"

namespace lw {

/// Converts the bits of halves to integers that have the same order as the halves; +0 and -0 both become 0. The
/// function is its own inverse, except for -0.
template <class I>
LW_INLINE I in_order(I pattern) {
    return choose(pattern < (I)0, I((I)(short)0x8000 - pattern), pattern);
}

/// nextafter(x, y), computed in 16-bit integers. Comparisons of halves would be computed in floats, and a register
/// holds only half as many floats as 16-bit integers.
template <class V>
LW_INLINE V nextafter(V x, V y) {
    using I = Signed<V>;
    const I from = bits<I>(x), to = bits<I>(y), start = in_order(from), end = in_order(to);
    const I next = I(start + choose(end > start, (I)1, (I)-1));
    // The step from the smallest positive number to zero gives +0, the step from the largest negative number to zero
    // gives -0.
    const I stepped = choose(next == (I)0, I(from & (I)(short)0x8000), in_order(next));
    const I infinity = (I)0x7c00, magnitude = (I)0x7fff, quiet = (I)0x200;
    const I equal = choose(start == end, to, stepped);
    const I of_y = choose(I(to & magnitude) > infinity, I(to | quiet), equal);
    return bits<V>(choose(I(from & magnitude) > infinity, I(from | quiet), of_y));
}

/// Scales exactly in float, and rounds to half once. The code limits n to +-60; these limits already turn every half
/// into infinity or 0.
template <class V>
LW_INLINE V ldexp(V x, Ints<V> n) {
    const Ints<V> power = __builtin_elementwise_max(__builtin_elementwise_min(n, (Ints<V>)60), (Ints<V>)-60);
    return to<half>(to<float>(x) * power_of_two<Floats<V>>(power));
}

}  // namespace lw

#define LW_DECLARE_IN_FLOAT_1(V, name) lw::Floats<V> name(lw::Floats<V> x);
#define LW_DECLARE_IN_FLOAT_2(V, name) lw::Floats<V> name(lw::Floats<V> x, lw::Floats<V> y);
#define LW_DECLARE_IN_FLOAT_INT(V, name) lw::Floats<V> name(lw::Floats<V> x, lw::Ints<V> n);

#define LW_OWN_1(V, name)                        \
    LW_DECLARE_IN_FLOAT_1(V, __lw_##name##_of_half) \
    V name(V x) { return lw::to<half>(__lw_##name##_of_half(lw::to<float>(x))); }
#define LW_OWN_2(V, name)                        \
    LW_DECLARE_IN_FLOAT_2(V, __lw_##name##_of_half) \
    V name(V x, V y) { return lw::to<half>(__lw_##name##_of_half(lw::to<float>(x), lw::to<float>(y))); }
#define LW_OWN_INT(V, name)                        \
    LW_DECLARE_IN_FLOAT_INT(V, __lw_##name##_of_half) \
    V name(V x, lw::Ints<V> n) { return lw::to<half>(__lw_##name##_of_half(lw::to<float>(x), n)); }

#define LW_IN_FLOAT_1(V, name)      \
    LW_DECLARE_IN_FLOAT_1(V, name)  \
    V name(V x) { return lw::to<half>(name(lw::to<float>(x))); }
// ldexp(gentype, int) exists besides ldexp(gentype, intn).
#define LW_IN_FLOAT_ONE_INT(V, name) \
    V name(V x, int n) { return name(x, (lw::Ints<V>)n); }
#define LW_FLOAT_TO_INT(V, name)               \
    lw::Ints<V> name(lw::Floats<V> x);         \
    lw::Ints<V> name(V x) { return name(lw::to<float>(x)); }

#define LW_HALF_UNARY(name) LW_WIDTHS_2(LW_IN_FLOAT_1, half, name)

LW_WIDTHS_2(LW_OWN_1, half, acos)
LW_WIDTHS_2(LW_OWN_1, half, acosh)
LW_WIDTHS_2(LW_OWN_1, half, acospi)
LW_WIDTHS_2(LW_OWN_1, half, asin)
LW_WIDTHS_2(LW_OWN_1, half, asinh)
LW_WIDTHS_2(LW_OWN_1, half, asinpi)
LW_WIDTHS_2(LW_OWN_1, half, atan)
LW_WIDTHS_2(LW_OWN_1, half, atanh)
LW_WIDTHS_2(LW_OWN_1, half, atanpi)
LW_WIDTHS_2(LW_OWN_1, half, cbrt)
LW_WIDTHS_2(LW_OWN_1, half, cos)
LW_WIDTHS_2(LW_OWN_1, half, cosh)
LW_WIDTHS_2(LW_OWN_1, half, cospi)
LW_WIDTHS_2(LW_OWN_1, half, erf)
LW_WIDTHS_2(LW_OWN_1, half, erfc)
LW_WIDTHS_2(LW_OWN_1, half, exp)
LW_WIDTHS_2(LW_OWN_1, half, exp10)
LW_WIDTHS_2(LW_OWN_1, half, exp2)
LW_WIDTHS_2(LW_OWN_1, half, expm1)
LW_WIDTHS_2(LW_OWN_1, half, log)
LW_WIDTHS_2(LW_OWN_1, half, log10)
LW_WIDTHS_2(LW_OWN_1, half, log1p)
LW_WIDTHS_2(LW_OWN_1, half, log2)
LW_WIDTHS_2(LW_OWN_1, half, rsqrt)
LW_WIDTHS_2(LW_OWN_1, half, sin)
LW_WIDTHS_2(LW_OWN_1, half, sinh)
LW_WIDTHS_2(LW_OWN_1, half, sinpi)
LW_WIDTHS_2(LW_OWN_1, half, sqrt)
LW_WIDTHS_2(LW_OWN_1, half, tan)
LW_WIDTHS_2(LW_OWN_1, half, tanh)
LW_WIDTHS_2(LW_OWN_1, half, tanpi)
LW_WIDTHS_2(LW_OWN_1, half, tgamma)

LW_WIDTHS_2(LW_OWN_2, half, atan2)
LW_WIDTHS_2(LW_OWN_2, half, atan2pi)
LW_WIDTHS_2(LW_OWN_2, half, fmod)
LW_WIDTHS_2(LW_OWN_2, half, hypot)
LW_WIDTHS_2(LW_OWN_2, half, pow)
LW_WIDTHS_2(LW_OWN_2, half, powr)
LW_WIDTHS_2(LW_OWN_2, half, remainder)

LW_WIDTHS_2(LW_OWN_INT, half, pown)
LW_WIDTHS_2(LW_OWN_INT, half, rootn)

LW_HALF_UNARY(lgamma)
LW_HALF_UNARY(logb)

LW_WIDTHS_2(LW_INT_ARGUMENT, half, ldexp)
LW_VECTORS_2(LW_IN_FLOAT_ONE_INT, half, ldexp)

LW_WIDTHS_2(LW_FLOAT_TO_INT, half, ilogb)
LW_WIDTHS_2(LW_BINARY, half, nextafter)
