// fmod, remainder, and the quotient of remquo. All are exact.
#include "math/libm.h"
#include "math/remainder_float.h"

namespace lw {

template <class V>
LW_INLINE V fmod(V x, V y) {
    if constexpr (is_double<V>)
        return libm::fmod(x, y);
    else
        return fmod_float(x, y);
}

template <class V>
LW_INLINE V remainder(V x, V y) {
    if constexpr (is_double<V>)
        return libm::remainder(x, y);
    else
        return remainder_float(x, y);
}

/// |x| / |y| to the nearest integer, modulo 128; means nothing where that is not defined.
template <class V>
LW_INLINE Doubles<V> quotient_modulo_128(V x, V y) {
    using D = Doubles<V>;
    const D dividend = abs_of(to<double>(x)), divisor = abs_of(to<double>(y));
    const D modulus = divisor * (D)128;
    if constexpr (is_double<V>) {
        // Where 128 |y| overflows, x / y is below 128 anyway. Without the remainder the division is exact but for
        // rounding.
        const D low = choose(modulus < (D)infinity<D>, libm::fmod(dividend, modulus), dividend);
        return __builtin_elementwise_rint((low - libm::remainder(dividend, divisor)) / divisor);
    } else {
        // Quotients of such floats are either halfway between integers or 2^-24 away from that.
        return __builtin_elementwise_rint(modulo(dividend, modulus) / divisor);
    }
}

/// Sign and low seven bits of the integer nearest to x / y; 0 where the remainder is nan.
template <class V>
LW_INLINE Ints<V> remquo_quotient(V x, V y) {
    using D = Doubles<V>;
    const Mask<V> defined = has_remainder(x, y) & (abs_of(y) < (V)infinity<V>);
    const Ints<V> magnitude = to<int>(choose(defined, quotient_modulo_128(x, y), (D)0)) & 127;
    const Ints<V> sign = to<int>(with_sign_of((V)1, x) * with_sign_of((V)1, y));
    return magnitude * sign;
}

}  // namespace lw

#define LW_QUOTIENT(V, name) \
    lw::Ints<V> name(V x, V y) { return lw::remquo_quotient(x, y); }

LW_REALS_2(LW_BINARY, fmod)
LW_REALS_2(LW_BINARY, remainder)
LW_REALS_2(LW_QUOTIENT, __lw_remquo_quotient)
