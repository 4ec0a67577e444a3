// Math functions (OpenCL C 3.0, section 6.15.2) that take one or a few instructions. They are inlined before
// vectorization, so that the passes see LLVM's own operations instead of calls.
#include "math/common/lanes.h"

namespace lw {

template <class V>
LW_INLINE V fabs(V x) {
    return abs_of(x);
}
template <class V>
LW_INLINE V ceil(V x) {
    return __builtin_elementwise_ceil(x);
}
template <class V>
LW_INLINE V floor(V x) {
    return __builtin_elementwise_floor(x);
}
template <class V>
LW_INLINE V trunc(V x) {
    return __builtin_elementwise_trunc(x);
}
template <class V>
LW_INLINE V rint(V x) {
    return __builtin_elementwise_rint(x);
}
template <class V>
LW_INLINE V round(V x) {
    return __builtin_elementwise_round(x);
}
template <class V>
LW_INLINE V sqrt(V x) {
    return __builtin_elementwise_sqrt(x);
}
template <class V>
LW_INLINE V copysign(V x, V y) {
    return with_sign_of(x, y);
}
template <class V>
LW_INLINE V fma(V x, V y, V z) {
    return fused(x, y, z);
}

// "mad approximates a * b + c": the code generator decides whether to fuse the product and the sum.
template <class V>
LW_INLINE V mad(V x, V y, V z) {
#pragma clang fp contract(on)
    if constexpr (is_half<V>)
        return to<half>(to<float>(x) * to<float>(y) + to<float>(z));
    else
        return x * y + z;
}

// "If one argument is a NaN, fmax() returns the other argument."
template <class V>
LW_INLINE V fmax(V x, V y) {
    return __builtin_elementwise_maxnum(x, y);
}
template <class V>
LW_INLINE V fmin(V x, V y) {
    return __builtin_elementwise_minnum(x, y);
}

// "x - y if x > y, +0 if x is less than or equal to y."
template <class V>
LW_INLINE V fdim(V x, V y) {
    return choose(x <= y, (V)0, x - y);
}

// "Returns x if |x| > |y|, y if |y| > |x|, otherwise fmax(x, y)."
template <class V>
LW_INLINE V maxmag(V x, V y) {
    return choose(abs_of(x) > abs_of(y), x, choose(abs_of(y) > abs_of(x), y, fmax(x, y)));
}
template <class V>
LW_INLINE V minmag(V x, V y) {
    return choose(abs_of(x) < abs_of(y), x, choose(abs_of(y) < abs_of(x), y, fmin(x, y)));
}

// "Returns a quiet NaN. The nancode may be placed in the significand."
template <class V>
LW_INLINE V nan(Unsigned<V> code) {
    const Unsigned<V> quiet = bits<Unsigned<V>>((V)not_a_number<V>);
    const Unsigned<V> payload = code & ((Unsigned<V>)-1 >> 1);
    return bits<V>(Unsigned<V>(quiet | payload));
}

}  // namespace lw

#define LW_NAN(V, name) \
    V name(lw::Unsigned<V> code) { return lw::nan<V>(code); }
// fmax(gentype, float) and fmin(gentype, float) exist besides the forms with two vectors.
#define LW_SCALAR_SECOND(V, name) \
    V name(V x, lw::Element<V> y) { return lw::name(x, (V)y); }

LW_FLOATS_2(LW_UNARY, fabs)
LW_FLOATS_2(LW_UNARY, ceil)
LW_FLOATS_2(LW_UNARY, floor)
LW_FLOATS_2(LW_UNARY, trunc)
LW_FLOATS_2(LW_UNARY, rint)
LW_FLOATS_2(LW_UNARY, round)
LW_WIDTHS_2(LW_UNARY, float, sqrt)
LW_WIDTHS_2(LW_UNARY, double, sqrt)
LW_FLOATS_2(LW_BINARY, copysign)
LW_FLOATS_2(LW_BINARY, fmax)
LW_FLOATS_2(LW_BINARY, fmin)
LW_VECTORS_2(LW_SCALAR_SECOND, half, fmax)
LW_VECTORS_2(LW_SCALAR_SECOND, float, fmax)
LW_VECTORS_2(LW_SCALAR_SECOND, double, fmax)
LW_VECTORS_2(LW_SCALAR_SECOND, half, fmin)
LW_VECTORS_2(LW_SCALAR_SECOND, float, fmin)
LW_VECTORS_2(LW_SCALAR_SECOND, double, fmin)
LW_FLOATS_2(LW_BINARY, fdim)
LW_FLOATS_2(LW_BINARY, maxmag)
LW_FLOATS_2(LW_BINARY, minmag)
LW_FLOATS_2(LW_TERNARY, fma)
LW_FLOATS_2(LW_TERNARY, mad)
LW_FLOATS_2(LW_NAN, nan)
