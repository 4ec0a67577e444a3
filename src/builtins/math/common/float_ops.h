// AVX-512 instructions for exponents of floats and for estimates of reciprocals and reciprocal square roots, as opaque
// operations (docs/ir.md). Whether the target has these instructions is known only after vectorization. The library
// therefore has code for both cases, and `has_float_ops` chooses. Scalars and short vectors use the same instructions
// as whole registers, so that results do not depend on the number of lanes.
#pragma once

#include "math/common/lanes.h"

#define LW_CONST __attribute__((const, nothrow))
#define LW_FLOAT_OPS(V, suffix)                                                   \
    LW_CONST V scale_exponent_op(V x, V n) __asm__("ocl.scale_exponent." suffix); \
    LW_CONST V exponent_part_op(V x) __asm__("ocl.exponent_part." suffix);        \
    LW_CONST V mantissa_part_op(V x) __asm__("ocl.mantissa_part." suffix);        \
    LW_CONST V significand_op(V x) __asm__("ocl.significand." suffix);            \
    LW_CONST V fraction_part_op(V x) __asm__("ocl.fraction_part." suffix);        \
    LW_CONST V rsqrt_estimate_op(V x) __asm__("ocl.rsqrt_estimate." suffix);      \
    LW_CONST V recip_estimate_op(V x) __asm__("ocl.recip_estimate." suffix);
#define LW_DOUBLE_OPS(D, suffix)                                                \
    LW_CONST D scale_exponent_op(D x, D n) __asm__("ocl.scale_double." suffix); \
    LW_CONST D rsqrt_estimate_op(D x) __asm__("ocl.rsqrt_double." suffix);
#define LW_LOOK_UP_WORDS_OP(I, suffix) LW_CONST I look_up_op(I low, I high, I numbers) __asm__("ocl.look_up." suffix);
#define LW_LOOK_UP_OP(D, L, suffix) \
    LW_CONST D look_up_op(D low, D high, L numbers) __asm__("ocl.look_up_double." suffix);

namespace lw {

/// True if the target has the operations below. The compiler replaces calls of this function by a constant before it
/// optimizes the code.
LW_CONST int has_float_ops() __asm__("ocl.has_float_ops");

LW_FLOAT_OPS(float4, "v4f32")
LW_FLOAT_OPS(float8, "v8f32")
LW_FLOAT_OPS(float16, "v16f32")
LW_DOUBLE_OPS(double2, "v2f64")
LW_DOUBLE_OPS(double4, "v4f64")
LW_DOUBLE_OPS(double8, "v8f64")

LW_LOOK_UP_WORDS_OP(int16, "v16i32")
LW_LOOK_UP_OP(double8, long8, "v8f64")

/// Number of elements of V's type in a register of 128 bits.
template <class V>
inline constexpr int least_width = 16 / sizeof(Element<V>);

/// Smallest vector type into which a V fits and for which the operations above exist.
template <class V>
using Register = Vector<Element<V>, (width_of<V> < least_width<V>) ? least_width<V>
                                    : (width_of<V> == 3)           ? 4
                                                                   : width_of<V>>;

template <class V>
LW_INLINE Register<V> in_register(V x) {
    Register<V> whole = {};
    if constexpr (width_of<V> == 1)
        whole[0] = x;
    else if constexpr (width_of<V> != width_of<Register<V>>)
        for (int i = 0; i < width_of<V>; ++i) whole[i] = x[i];
    else
        whole = x;
    return whole;
}
template <class V>
LW_INLINE V out_of_register(Register<V> whole) {
    if constexpr (width_of<V> == 1) {
        return whole[0];
    } else if constexpr (width_of<V> != width_of<Register<V>>) {
        V x;
        for (int i = 0; i < width_of<V>; ++i) x[i] = whole[i];
        return x;
    } else {
        return whole;
    }
}

/// x * 2^n for integer-valued n, rounded once. Results beyond the range become infinity or 0, and nan stays nan.
template <class V>
LW_INLINE V scale_exponent(V x, V n) {
    if constexpr (same_type<V, double16>) {
        V result;
        result.lo = scale_exponent_op(x.lo, n.lo);
        result.hi = scale_exponent_op(x.hi, n.hi);
        return result;
    } else {
        return out_of_register<V>(scale_exponent_op(in_register(x), in_register(n)));
    }
}
/// floor(log2 |x|); -inf for 0, inf for infinities.
template <class V>
LW_INLINE V exponent_part(V x) {
    return out_of_register<V>(exponent_part_op(in_register(x)));
}
/// x * 2^n with the n for which the result is in 0.75..1.5; 1 for 0 and inf, nan for negative x.
template <class V>
LW_INLINE V mantissa_part(V x) {
    return out_of_register<V>(mantissa_part_op(in_register(x)));
}
/// x * 2^-exponent_part(x), in 1..2; 1 for 0 and inf, nan for negative x.
template <class V>
LW_INLINE V significand(V x) {
    return out_of_register<V>(significand_op(in_register(x)));
}
/// x - floor(x); 0 for infinities.
template <class V>
LW_INLINE V fraction_part(V x) {
    return out_of_register<V>(fraction_part_op(in_register(x)));
}
/// 1 / sqrt(x) with a relative error of at most 2^-14; exact if the result is infinite, 0 or nan.
template <class V>
LW_INLINE V rsqrt_estimate(V x) {
    if constexpr (same_type<V, double16>) {
        V result;
        result.lo = rsqrt_estimate_op(x.lo);
        result.hi = rsqrt_estimate_op(x.hi);
        return result;
    } else {
        return out_of_register<V>(rsqrt_estimate_op(in_register(x)));
    }
}

/// 1 / x, with the same error as rsqrt_estimate().
template <class V>
LW_INLINE V recip_estimate(V x) {
    return out_of_register<V>(recip_estimate_op(in_register(x)));
}

/// Looks up floats in a table of 32 entries by the low five bits of `numbers`. Requires has_float_ops().
template <class I>
LW_INLINE WithElement<float, I> look_up(const __constant float16* table, I numbers) {
    int16 whole = {};
    if constexpr (width_of<I> == 1)
        whole[0] = numbers;
    else
        for (int i = 0; i < width_of<I>; ++i) whole[i] = numbers[i];
    const float16 found = bits<float16>(look_up_op(bits<int16>(table[0]), bits<int16>(table[1]), whole));
    WithElement<float, I> result;
    if constexpr (width_of<I> == 1)
        result = found[0];
    else
        for (int i = 0; i < width_of<I>; ++i) result[i] = found[i];
    return result;
}
/// Looks up doubles in a table of sixteen entries by the low four bits of `numbers`.
template <class I>
LW_INLINE WithElement<double, I> look_up(const __constant double8* table, I numbers) {
    using V = WithElement<double, I>;
    V result;
    if constexpr (width_of<I> == 1) {
        result = ((const __constant double*)table)[numbers & 15];
    } else if constexpr (width_of<I> == 16) {
        result.lo = look_up(table, numbers.lo);
        result.hi = look_up(table, numbers.hi);
    } else if (has_float_ops()) {
        long8 whole = {};
        for (int i = 0; i < width_of<I>; ++i) whole[i] = numbers[i];
        const double8 found = look_up_op(table[0], table[1], whole);
        for (int i = 0; i < width_of<I>; ++i) result[i] = found[i];
    } else {
        for (int i = 0; i < width_of<I>; ++i) result[i] = ((const __constant double*)table)[numbers[i] & 15];
    }
    return result;
}

}  // namespace lw

#undef LW_FLOAT_OPS
#undef LW_DOUBLE_OPS
#undef LW_LOOK_UP_OP
#undef LW_LOOK_UP_WORDS_OP
#undef LW_CONST
