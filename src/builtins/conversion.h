// Conversions between element types in every rounding mode, with and without saturation (OpenCL C 3.0,
// section 6.2.3); used by convert_*.cl and vstore_half.cl.
//
// No operation here has an undefined result: values are brought into range before LLVM's fptosi and
// fptoui. Directed rounding does not touch the hardware's rounding mode: the value is converted to
// nearest, compared with what it was, and the result stepped to its neighbour if it lies on the
// wrong side.
#pragma once

#include "integer_ops.h"

namespace lw {

enum class Rounding { none, rte, rtz, rtp, rtn };

template <class T>
constexpr bool is_half = same_type<T, half>;

// ---- to floating point --------------------------------------------------------------------------

/// `x` where `too_high` lanes are one representable value lower and `too_low` lanes one higher.
template <class F, class M>
LW_INLINE F step(F x, M too_high, M too_low) {
    using I = Signed<F>;
    const I zero = splat<I>(0), one = splat<I>(1), minus_one = splat<I>(-1);
    const I raw = bits<I>(x);
    // One up is away from zero for positive values, towards it for negative ones.
    const I up = choose(raw < zero, minus_one, one);
    const I change = choose(too_low, up, choose(too_high, I(zero - up), zero));
    return bits<F>(I(raw + change));
}

/// The neighbour of `nearest` that the rounding asks for, where `low` and `high` tell that `nearest`
/// is below or above the exact value and `negative` the sign of that.
template <Rounding rounding, class F, class M>
LW_INLINE F directed(F nearest, M low, M high, M negative) {
    if constexpr (rounding == Rounding::rtp)
        return step(nearest, M(low & ~low), low);
    else if constexpr (rounding == Rounding::rtn)
        return step(nearest, high, M(low & ~low));
    else
        return step(nearest, M(high & !negative), M(low & negative));
}

/// Floating point to a narrower type; half by way of a float that keeps the lost bits in its last one.
template <class T, Rounding rounding, class V>
LW_INLINE WithElement<T, V> narrow(V x) {
    using From = Element<V>;
    if constexpr (is_half<T> && sizeof(From) == 8) {
        const auto truncated = narrow<float, Rounding::rtz>(x);
        using I = Signed<WithElement<float, V>>;
        const auto inexact = to<double>(truncated) != x;
        const I odd = bits<I>(truncated) | choose(inexact, splat<I>(1), splat<I>(0));
        return narrow<T, rounding>(bits<WithElement<float, V>>(choose(x == x, odd, bits<I>(truncated))));
    } else {
        const auto nearest = to<T>(x);
        if constexpr (rounding == Rounding::none || rounding == Rounding::rte) {
            return nearest;
        } else {
            const V back = to<From>(nearest);
            const auto result = nearest;
            return directed<rounding>(result, back < x, back > x, x < splat<V>(0));
        }
    }
}

}  // namespace lw
