// Conversions between element types in every rounding mode, with and without saturation (OpenCL C 3.0, section 6.2.3).
// The functions are used by convert/*.cl and vstore_half.cl.
//
// No operation here has an undefined result: values are brought into range before LLVM's fptosi and fptoui. Directed
// rounding leaves the hardware's rounding mode unchanged: the code rounds to nearest and compares the result with the
// exact value. If the result is on the wrong side of the exact value, the code replaces the result by its neighbour on
// the other side.
#pragma once

#include "integer_ops.h"

namespace lw {

enum class Rounding { rte, rtz, rtp, rtn };

/// Maximum number n such that the floating-point type T represents every integer of n bits.
template <class T>
constexpr int exact_bits = sizeof(T) == 2   ? 11
                           : sizeof(T) == 4 ? 24
                                            : 53;

/// Converts a mask to the mask type whose elements have the size of V's elements.
template <class V, class M>
LW_INLINE Mask<V> mask_for(M mask) {
    if constexpr (width_of<V> == 1)
        return mask;
    else
        return __builtin_convertvector(mask, Mask<V>);
}

// ---- floating point to floating point -----------------------------------------------------------

/// Return the nearest representable value above x (next_up) or below x (next_down); this value must exist.
template <class F>
LW_INLINE F next_up(F x) {
    const Signed<F> raw = bits<Signed<F>>(x), one = splat<Signed<F>>(1);
    return bits<F>(choose(raw < splat<Signed<F>>(0), Signed<F>(raw - one), Signed<F>(raw + one)));
}
template <class F>
LW_INLINE F next_down(F x) {
    const Signed<F> raw = bits<Signed<F>>(x), one = splat<Signed<F>>(1);
    return bits<F>(choose(raw < splat<Signed<F>>(0), Signed<F>(raw + one), Signed<F>(raw - one)));
}

/// Replaces the nearest value by its neighbour where the rounding mode requires the neighbour. `nearest` is below the
/// exact value in the lanes of `low`, and above the exact value in the lanes of `high`.
template <Rounding rounding, class F, class M>
LW_INLINE F directed(F nearest, M low, M high) {
    if constexpr (rounding == Rounding::rtp) {
        return choose(low, next_up(nearest), nearest);
    } else if constexpr (rounding == Rounding::rtn) {
        return choose(high, next_down(nearest), nearest);
    } else if constexpr (rounding == Rounding::rtz) {
        // The exact value has the sign of `nearest`, even if `nearest` is -0.
        using I = Signed<F>;
        const I raw = bits<I>(nearest);
        const auto negative = raw < splat<I>(0);
        const auto outward = choose(negative, mask_for<F>(low), mask_for<F>(high));
        return bits<F>(choose(outward, I(raw - splat<I>(1)), raw));
    } else {
        return nearest;
    }
}

/// Converts floating-point x to the narrower floating-point type T.
template <class T, Rounding rounding, class V>
LW_INLINE WithElement<T, V> narrow(V x) {
    using From = Element<V>;
    if constexpr (is_half<T> && sizeof(From) == 8) {
        // Convert double to half through a float that is rounded to odd. The last bit of the float represents all lost
        // bits, so the second rounding gives the correct number of type half.
        using F = WithElement<float, V>;
        const F truncated = narrow<float, Rounding::rtz>(x);
        const V back = to<double>(truncated);
        const auto inexact = (back < x) | (back > x);
        const Signed<F> raw = bits<Signed<F>>(truncated);
        const Signed<F> odd = raw | splat<Signed<F>>(1);
        return narrow<T, rounding>(bits<F>(choose(mask_for<F>(inexact), odd, raw)));
    } else {
        const WithElement<T, V> nearest = to<T>(x);
        const V back = to<From>(nearest);
        return directed<rounding>(nearest, back<x, back> x);
    }
}

// ---- integer to floating point ------------------------------------------------------------------

/// Converts 64-bit integers to float or double.
template <class T, Rounding rounding, class V>
LW_INLINE WithElement<T, V> from_long(V x) {
    using F = WithElement<T, V>;
    using M = Mask<V>;
    const F nearest = to<T>(x);
    if constexpr (rounding == Rounding::rte) return nearest;
    // Rounding may give 2^63 or 2^64, which the integer type cannot hold.
    const auto beyond = nearest >= splat<F>(is_signed<V> ? T(0x1p63) : T(0x1p64));
    const V back = to<Element<V>>(choose(beyond, splat<F>(0), nearest));
    const M high = mask_for<V>(beyond) | (back > x);
    const M low = choose(mask_for<V>(beyond), M(back != back), M(back < x));
    return directed<rounding>(nearest, low, high);
}

template <class T, Rounding rounding, class V>
LW_INLINE WithElement<T, V> from_integer(V x) {
    if constexpr (is_half<T>) {
        // Clamps to 2^20, which exceeds the range of half, and converts to float, which represents integers up to 2^24
        // exactly.
        constexpr bool clamps = sizeof(Element<V>) > 2;
        using I = Conditional<clamps, V, WithElement<int, V>>;
        I value = to<Element<I>>(x);
        if constexpr (clamps) value = min(value, splat<I>(1 << 20));
        if constexpr (clamps && is_signed<V>) value = max(value, splat<I>(-(1 << 20)));
        return narrow<half, rounding>(to<float>(value));
    } else if constexpr (bits_of<V> <= exact_bits<T> || rounding == Rounding::rte) {
        return to<T>(x);
    } else if constexpr (sizeof(Element<V>) == 4) {
        return narrow<T, rounding>(to<double>(x));
    } else {
        return from_long<T, rounding>(x);
    }
}

// ---- to integers --------------------------------------------------------------------------------

template <class T, class V>
LW_INLINE WithElement<T, V> saturate_integer(V x) {
    using From = Element<V>;
    if constexpr (ulong(max_of<From>) > ulong(max_of<T>)) x = min(x, splat<V>(From(max_of<T>)));
    if constexpr (is_signed<From> && (!is_signed<T> || sizeof(T) < sizeof(From))) x = max(x, splat<V>(From(min_of<T>)));
    return to<T>(x);
}

template <Rounding rounding, class V>
LW_INLINE V round(V x) {
    if constexpr (rounding == Rounding::rte)
        return __builtin_elementwise_roundeven(x);
    else if constexpr (rounding == Rounding::rtp)
        return __builtin_elementwise_ceil(x);
    else if constexpr (rounding == Rounding::rtn)
        return __builtin_elementwise_floor(x);
    else
        return x;  // no rounding, since the conversion itself truncates
}

/// Largest value of the floating-point type F that does not exceed the maximum of the integer type T.
template <class T, class F>
constexpr F largest_below = [] {
    constexpr int value_bits = bits_of<T> - (is_signed<T> ? 1 : 0);
    constexpr int lost = value_bits > exact_bits<F> ? value_bits - exact_bits<F> : 0;
    return F(ulong(max_of<T>) >> lost << lost);
}();

/// Converts float or double to char or short without saturation. The result is the low bits of the value converted to
/// int, and 0 if the value exceeds the range of int. OpenCL does not define the result of such a conversion, but some
/// kernels expect the result of a cast in C.
template <class T, Rounding rounding, class V>
LW_INLINE WithElement<T, V> to_low_bits(V x) {
    constexpr Element<V> beyond = 0x1p31;
    const V rounded = round<rounding>(x);
    const auto fits = (rounded > splat<V>(-beyond)) & (rounded < splat<V>(beyond));
    return to<T>(to<int>(choose(fits, rounded, splat<V>(0))));
}

/// Converts float or double to an integer. Without saturation, NaN and values out of range give an unspecified value of
/// the integer type, as OpenCL allows. Conversions to char and short without saturation use to_low_bits().
template <class T, bool saturated, Rounding rounding, class V>
LW_INLINE WithElement<T, V> to_integer(V x) {
    if constexpr (sizeof(T) < 4 && !saturated) return to_low_bits<T, rounding>(x);
    using F = Element<V>;
    using R = WithElement<T, V>;
    constexpr F low = F(min_of<T>), high = largest_below<T, F>;
    const V rounded = round<rounding>(x);
    const V above = choose(rounded > splat<V>(low), rounded, splat<V>(low));
    const V inside = choose(above < splat<V>(high), above, splat<V>(high));
    R result;
    if constexpr (sizeof(T) < 4)
        result = to<T>(to<int>(inside));
    else
        result = to<T>(inside);
    if constexpr (saturated) {
        if constexpr (ulong(high) != ulong(max_of<T>))
            result = choose(mask_for<R>(rounded > splat<V>(high)), splat<R>(max_of<T>), result);
        if constexpr (is_signed<T>) result = choose(mask_for<R>(x == x), result, splat<R>(0));
    }
    return result;
}

// ---- any to any ---------------------------------------------------------------------------------

template <class T, bool saturated, Rounding rounding, class V>
LW_INLINE WithElement<T, V> convert(V x) {
    using From = Element<V>;
    if constexpr (same_type<T, From>)
        return x;
    else if constexpr (is_float<From> && is_float<T>)
        if constexpr (sizeof(T) > sizeof(From))
            return to<T>(x);
        else
            return narrow<T, rounding>(x);
    else if constexpr (is_half<From>)
        return convert<T, saturated, rounding>(to<float>(x));
    else if constexpr (is_float<From>)
        return to_integer<T, saturated, rounding>(x);
    else if constexpr (is_float<T>)
        return from_integer<T, rounding>(x);
    else if constexpr (saturated)
        return saturate_integer<T>(x);
    else
        return to<T>(x);
}

}  // namespace lw
