// Geometric functions (OpenCL C 3.0, section 6.15.5). Functions on half compute in float. Lengths of float vectors are
// computed in double and lengths of half vectors in float: in these types, the square of an element neither overflows
// nor underflows. Double vectors are scaled by a power of two instead.
#include "types.h"

namespace lw {

template <class V>
LW_INLINE Element<V> dot(V x, V y) {
#pragma clang fp contract(on)
    if constexpr (is_half<V>) {
        return half(dot(to<float>(x), to<float>(y)));
    } else if constexpr (width_of<V> == 1) {
        return x * y;
    } else {
        Element<V> sum = x[0] * y[0];
        for (int i = 1; i < width_of<V>; ++i) sum = x[i] * y[i] + sum;
        return sum;
    }
}

template <class V>
LW_INLINE V cross(V x, V y) {
    if constexpr (is_half<V>)
        return to<half>(cross(to<float>(x), to<float>(y)));
    else if constexpr (width_of<V> == 3)
        return x.yzx * y.zxy - x.zxy * y.yzx;
    else
        return __builtin_shufflevector(cross(x.xyz, y.xyz), Vector<Element<V>, 3>(0), 0, 1, 2, 3);
}

template <class V>
LW_INLINE Element<V> largest_magnitude(V x) {
    const V magnitude = __builtin_elementwise_abs(x);
    if constexpr (width_of<V> == 1) {
        return magnitude;
    } else {
        Element<V> largest = magnitude[0];
        for (int i = 1; i < width_of<V>; ++i)
            largest = choose(largest < magnitude[i], magnitude[i], largest);
        return largest;
    }
}

// Returns a power of two that scales the largest component to nearly 1, or as near to 1 as the range of exponents
// allows. No square of a scaled component overflows, and squares that underflow are too small to affect the sum. If the
// largest component has the exponent e, its biased exponent is e + 1023, and the power 2^-e has the biased exponent
// 2046 - (e + 1023).
template <class V>
LW_INLINE double scale_of(V x) {
    const long exponent = bits<long>(double(largest_magnitude(x))) >> 52;
    const long reversed = choose(exponent < 2046, 2046 - exponent, 1L);
    return bits<double>(reversed << 52);
}

/// The type in which squares of T neither overflow nor underflow: twice as wide as T. For double, this type is double
/// itself.
template <class T>
using Roomy = Conditional<sizeof(T) == 2, float, double>;

template <class V>
LW_INLINE Element<V> length(V x) {
    using T = Element<V>;
    if constexpr (sizeof(T) == 8) {
        const double scale = scale_of(x);
        const V scaled = x * splat<V>(scale);
        const double result = __builtin_elementwise_sqrt(dot(scaled, scaled)) / scale;
        return result;
    } else {
        const auto roomy = to<Roomy<T>>(x);
        return T(__builtin_elementwise_sqrt(dot(roomy, roomy)));
    }
}

template <class V>
LW_INLINE Element<V> distance(V x, V y) {
    if constexpr (is_half<V>)
        return half(length(to<float>(x) - to<float>(y)));
    else
        return length(V(x - y));
}

// If any component is infinite, replaces infinite components by +-1, and multiplies all other components by 0. Returns
// a zero vector unchanged.
template <class V>
LW_INLINE V normalize(V x) {
    using T = Element<V>;
    using R = Roomy<T>;
    const auto infinite = __builtin_elementwise_abs(x) == splat<V>(T(__builtin_inff()));
    const V unit = choose(infinite, __builtin_elementwise_copysign(splat<V>(1), x), x * splat<V>(0));
    const V finite = any_component(infinite) ? unit : x;
    auto roomy = to<R>(finite);
    if constexpr (sizeof(T) == 8) roomy *= splat<V>(scale_of(finite));
    const R squares = dot(roomy, roomy);
    const auto direction = roomy / splat<WithElement<R, V>>(__builtin_elementwise_sqrt(squares));
    return squares == 0 ? x : to<T>(direction);
}

template <class V>
LW_INLINE Element<V> fast_length(V x) {
    return __builtin_elementwise_sqrt(dot(x, x));
}

template <class V>
LW_INLINE Element<V> fast_distance(V x, V y) {
    return fast_length(V(x - y));
}

template <class V>
LW_INLINE V fast_normalize(V x) {
    const Element<V> squares = dot(x, x);
    const V direction = x * splat<V>(Element<V>(1) / __builtin_elementwise_sqrt(squares));
    return squares == 0 ? x : direction;
}

}  // namespace lw

#define LW_LENGTH(V, name) \
    lw::Element<V> name(V x) { return lw::name(x); }
#define LW_DISTANCE(V, name) \
    lw::Element<V> name(V x, V y) { return lw::name(x, y); }

#define LW_FORMS(M, T, name) M(T, name) M(T##2, name) M(T##3, name) M(T##4, name)

#define LW_FOR_TYPE(T)                \
    LW_BINARY(T##3, cross)            \
    LW_BINARY(T##4, cross)            \
    LW_FORMS(LW_DISTANCE, T, dot)     \
    LW_FORMS(LW_DISTANCE, T, distance) \
    LW_FORMS(LW_LENGTH, T, length)    \
    LW_FORMS(LW_UNARY, T, normalize)

LW_FOR_TYPE(half)
LW_FOR_TYPE(float)
LW_FOR_TYPE(double)

LW_FORMS(LW_DISTANCE, float, fast_distance)
LW_FORMS(LW_LENGTH, float, fast_length)
LW_FORMS(LW_UNARY, float, fast_normalize)
