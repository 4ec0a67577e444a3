// Math functions on half (OpenCL C 3.0, section 6.15.2, cl_khr_fp16). float has more than twice the bits of half: what
// the float function returns is rounded once more and stays within half an ulp of half, and a bit. Functions whose
// results are exact in float (fmod, remainder, ldexp, logb) are exact here. What is an operation of half itself is in
// basic.cl, what has a second result in results.cl.
#include "conversion.h"
#include "math/lanes.h"

namespace lw {

template <class V>
LW_INLINE V nextafter(V x, V y) {
    const V stepped = choose(y > x, next_up(x), next_down(x));
    const V least = with_sign_of(bits<V>(splat<Signed<V>>(1)), y);
    const V next = choose(x == (V)0, least, stepped);
    const V equal = choose(x == y, y, next);
    return choose((x != x) | (y != y), x + y, equal);
}

// Squares of halves neither overflow nor vanish in float.
template <class V>
LW_INLINE V hypot(V x, V y) {
    const Floats<V> a = to<float>(x), b = to<float>(y);
    const V length = to<half>(__builtin_elementwise_sqrt(fused(a, a, b * b)));
    // 7.5.1: "hypot(+-inf, y) returns +inf, even if y is a NaN."
    const V inf = (V)infinity<V>;
    return choose((abs_of(x) == inf) | (abs_of(y) == inf), inf, length);
}

}  // namespace lw

#define LW_DECLARE_IN_FLOAT_1(V, name) lw::Floats<V> name(lw::Floats<V> x);
#define LW_DECLARE_IN_FLOAT_2(V, name) lw::Floats<V> name(lw::Floats<V> x, lw::Floats<V> y);
#define LW_DECLARE_IN_FLOAT_INT(V, name) lw::Floats<V> name(lw::Floats<V> x, lw::Ints<V> n);

#define LW_IN_FLOAT_1(V, name)      \
    LW_DECLARE_IN_FLOAT_1(V, name)  \
    V name(V x) { return lw::to<half>(name(lw::to<float>(x))); }
#define LW_IN_FLOAT_2(V, name)      \
    LW_DECLARE_IN_FLOAT_2(V, name)  \
    V name(V x, V y) { return lw::to<half>(name(lw::to<float>(x), lw::to<float>(y))); }
#define LW_IN_FLOAT_INT(V, name)      \
    LW_DECLARE_IN_FLOAT_INT(V, name)  \
    V name(V x, lw::Ints<V> n) { return lw::to<half>(name(lw::to<float>(x), n)); }
// ldexp(gentype, int) exists besides ldexp(gentype, intn).
#define LW_IN_FLOAT_ONE_INT(V, name) \
    V name(V x, int n) { return name(x, (lw::Ints<V>)n); }
#define LW_FLOAT_TO_INT(V, name)               \
    lw::Ints<V> name(lw::Floats<V> x);         \
    lw::Ints<V> name(V x) { return name(lw::to<float>(x)); }

#define LW_HALF_UNARY(name) LW_WIDTHS_2(LW_IN_FLOAT_1, half, name)
#define LW_HALF_BINARY(name) LW_WIDTHS_2(LW_IN_FLOAT_2, half, name)
#define LW_HALF_INT(name) LW_WIDTHS_2(LW_IN_FLOAT_INT, half, name)

LW_HALF_UNARY(acos)
LW_HALF_UNARY(acosh)
LW_HALF_UNARY(acospi)
LW_HALF_UNARY(asin)
LW_HALF_UNARY(asinh)
LW_HALF_UNARY(asinpi)
LW_HALF_UNARY(atan)
LW_HALF_UNARY(atanh)
LW_HALF_UNARY(atanpi)
LW_HALF_UNARY(cbrt)
LW_HALF_UNARY(cos)
LW_HALF_UNARY(cosh)
LW_HALF_UNARY(cospi)
LW_HALF_UNARY(erf)
LW_HALF_UNARY(erfc)
LW_HALF_UNARY(exp)
LW_HALF_UNARY(exp10)
LW_HALF_UNARY(exp2)
LW_HALF_UNARY(expm1)
LW_HALF_UNARY(lgamma)
LW_HALF_UNARY(log)
LW_HALF_UNARY(log10)
LW_HALF_UNARY(log1p)
LW_HALF_UNARY(log2)
LW_HALF_UNARY(logb)
LW_HALF_UNARY(rsqrt)
LW_HALF_UNARY(sin)
LW_HALF_UNARY(sinh)
LW_HALF_UNARY(sinpi)
LW_HALF_UNARY(tan)
LW_HALF_UNARY(tanh)
LW_HALF_UNARY(tanpi)
LW_HALF_UNARY(tgamma)

LW_HALF_BINARY(atan2)
LW_HALF_BINARY(atan2pi)
LW_HALF_BINARY(fmod)
LW_HALF_BINARY(pow)
LW_HALF_BINARY(powr)
LW_HALF_BINARY(remainder)

LW_HALF_INT(ldexp)
LW_HALF_INT(pown)
LW_HALF_INT(rootn)
LW_VECTORS_2(LW_IN_FLOAT_ONE_INT, half, ldexp)

LW_WIDTHS_2(LW_FLOAT_TO_INT, half, ilogb)
LW_WIDTHS_2(LW_BINARY, half, hypot)
LW_WIDTHS_2(LW_BINARY, half, nextafter)
