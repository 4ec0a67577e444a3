// Math functions that store a second result through a pointer (OpenCL C 3.0, section 6.15.2), in every address space.
// The functions of this file are inlined before vectorization. They call functions of the folder math/ for long
// computations. The functions of math/ have no pointer parameters, and are linked after vectorization.
#include "math/common/exponent_bits.h"
#include "math/float/trigonometric_float.h"

#define LW_DECLARE_UNARY(V, name) V name(V x);
#define LW_DECLARE_BINARY(V, name) V name(V x, V y);
#define LW_DECLARE_INT(V, name) lw::Ints<V> name(V x);
#define LW_DECLARE_QUOTIENT(V, name) lw::Ints<V> name(V x, V y);
LW_FLOATS_2(LW_DECLARE_UNARY, sin)
LW_FLOATS_2(LW_DECLARE_UNARY, cos)
LW_FLOATS_2(LW_DECLARE_UNARY, lgamma)
LW_REALS_2(LW_DECLARE_BINARY, remainder)
LW_WIDTHS_2(LW_DECLARE_UNARY, float, __lw_large_angle_rest)
LW_WIDTHS_2(LW_DECLARE_INT, float, __lw_large_angle_quadrant)
LW_REALS_2(LW_DECLARE_QUOTIENT, __lw_remquo_quotient)
LW_WIDTHS_2(LW_DECLARE_BINARY, float, __lw_remainder_of_half)
LW_WIDTHS_2(LW_DECLARE_QUOTIENT, float, __lw_remquo_quotient_of_half)

namespace lw {

/// The returned value, and the value to store through the pointer.
template <class V, class Second>
struct Results {
    V first;
    Second second;
};

/// Largest number below 1.
template <class V>
inline constexpr Element<V> below_one = (Element<V>)(is_double<V> ? 0x1.fffffffffffffp-1
                                                     : is_half<V> ? 0x1.ffcp-1
                                                                  : 0x1.fffffep-1);

// "Returns fmin(x - floor(x), 0x1.fffffep-1f). floor(x) is returned in iptr."
template <class V>
LW_INLINE Results<V, V> fract(V x) {
    const V whole = __builtin_elementwise_floor(x);
    const V rest = x - whole;
    const V limited = choose(rest > (V)below_one<V>, (V)below_one<V>, rest);
    // OpenCL C 3.0, 7.5.1: fract(+-0) and fract(+-inf) are +-0.
    const Mask<V> zero = (x == (V)0) | (abs_of(x) == (V)infinity<V>);
    return {choose(zero, with_sign_of((V)0, x), limited), whole};
}

template <class V>
LW_INLINE Results<V, V> modf(V x) {
    const V whole = __builtin_elementwise_trunc(x);
    const V rest = choose(abs_of(x) == (V)infinity<V>, (V)0, x - whole);
    return {with_sign_of(rest, x), whole};
}

template <class V>
LW_INLINE Results<V, Ints<V>> frexp(V x) {
    if constexpr (is_half<V>) {
        const auto in_float = frexp(to<float>(x));
        return {to<half>(in_float.first), in_float.second};
    } else {
        const Normal<V> normal = normalize(x);
        const Signed<V> exponent = (normal.magnitude >> mantissa_bits<V>) - (exponent_bias<V> - 1) - normal.scale;
        const Signed<V> fraction = normal.magnitude & (((Signed<V>)1 << mantissa_bits<V>) - 1);
        const V mantissa = bits<V>(fraction | bits<Signed<V>>((V)0.5));
        // Zeros, infinities and nan give x + x. With -cl-denorms-are-zero, subnormal numbers are treated as zeros:
        // their scaled bits are 0, and x + x is a zero.
        const Mask<V> ordinary = (normal.magnitude != 0) & (abs_of(x) < (V)infinity<V>);
        return {choose(ordinary, with_sign_of(mantissa, x), x + x), choose(ordinary, to<int>(exponent), (Ints<V>)0)};
    }
}

// Sine and cosine of floats share the argument reduction and the polynomials.
template <class V>
LW_INLINE Results<V, V> sincos(V x) {
    if constexpr (!same_type<Element<V>, float>) {
        return {::sin(x), ::cos(x)};
    } else {
        Angle<V> angle = reduce_small_angle(x);
        const Mask<V> large = without(abs_of(x) < (V)small_angles);
        if (any_lane(large)) {
            angle.rest = choose(large, ::__lw_large_angle_rest(x), angle.rest);
            angle.quadrant = choose(large, ::__lw_large_angle_quadrant(x), angle.quadrant);
        }
        const SineAndCosine<V> both = sine_and_cosine_of(angle);
        return {both.sine, both.cosine};
    }
}

template <class V>
LW_INLINE Results<V, Ints<V>> remquo(V x, V y) {
    if constexpr (is_half<V>) {
        const Floats<V> a = to<float>(x), b = to<float>(y);
        return {to<half>(::__lw_remainder_of_half(a, b)), ::__lw_remquo_quotient_of_half(a, b)};
    } else {
        return {::remainder(x, y), ::__lw_remquo_quotient(x, y)};
    }
}

// Also returns the sign of the gamma function, which is negative between -1 and 0, between -3 and -2, ..., and at -0.
template <class V>
LW_INLINE Results<V, Ints<V>> lgamma_r(V x) {
    const V whole = __builtin_elementwise_floor(x);
    const Mask<V> negative = (x < (V)0) & (whole != x) & without(is_even(whole));
    const Mask<V> negative_zero = (x == (V)0) & (bits<Signed<V>>(x) < (Signed<V>)0);
    return {::lgamma(x), choose(negative | negative_zero, (Ints<V>)-1, (Ints<V>)1)};
}

}  // namespace lw

#define LW_RESULT_IN(V, Second, name, space) \
    V name(V x, space Second* second) {      \
        const auto results = lw::name(x);    \
        *second = results.second;            \
        return results.first;                \
    }
#define LW_BINARY_RESULT_IN(V, Second, name, space) \
    V name(V x, V y, space Second* second) {        \
        const auto results = lw::name(x, y);        \
        *second = results.second;                   \
        return results.first;                       \
    }
#define LW_IN_SPACES(emit, V, Second, name) \
    emit(V, Second, name, __global)         \
    emit(V, Second, name, __local)          \
    emit(V, Second, name, __private)        \
    emit(V, Second, name, __generic)

#define LW_SECOND_SAME(V, name) LW_IN_SPACES(LW_RESULT_IN, V, V, name)
#define LW_SECOND_INT(V, name) LW_IN_SPACES(LW_RESULT_IN, V, lw::Ints<V>, name)
#define LW_BINARY_SECOND_INT(V, name) LW_IN_SPACES(LW_BINARY_RESULT_IN, V, lw::Ints<V>, name)

LW_FLOATS_2(LW_SECOND_SAME, fract)
LW_FLOATS_2(LW_SECOND_SAME, modf)
LW_FLOATS_2(LW_SECOND_SAME, sincos)
LW_FLOATS_2(LW_SECOND_INT, frexp)
LW_FLOATS_2(LW_SECOND_INT, lgamma_r)
LW_FLOATS_2(LW_BINARY_SECOND_INT, remquo)
