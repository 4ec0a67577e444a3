// fmod, remainder, and the quotient of remquo. All are exact.
#include "math/libm.h"

namespace lw {

template <class V>
LW_INLINE V fmod(V x, V y) {
    return in_double([](auto a, auto b) { return libm::fmod(a, b); }, x, y);
}

template <class V>
LW_INLINE V remainder(V x, V y) {
    return in_double([](auto a, auto b) { return libm::remainder(a, b); }, x, y);
}

/// Sign and low seven bits of the integer nearest to x / y; 0 where the remainder is nan.
template <class V>
LW_INLINE Ints<V> remquo_quotient(V x, V y) {
    using D = Doubles<V>;
    const D dividend = abs_of(to<double>(x));
    const D divisor = abs_of(to<double>(y));
    // Where 128 |y| overflows, x / y is below 128 anyway.
    const D modulus = divisor * (D)128;
    const D low = choose(modulus < (D)infinity<D>, libm::fmod(dividend, modulus), dividend);
    // Without the remainder the division is exact but for rounding, and the quotient at most 128.
    const D quotient = (low - libm::remainder(dividend, divisor)) / divisor;
    const Mask<D> defined = (divisor > (D)0) & (divisor < (D)infinity<D>) & (dividend < (D)infinity<D>);
    const Ints<V> magnitude = to<int>(__builtin_elementwise_rint(choose(defined, quotient, (D)0))) & 127;
    const Ints<V> sign = to<int>(with_sign_of((D)1, to<double>(x)) * with_sign_of((D)1, to<double>(y)));
    return magnitude * sign;
}

}  // namespace lw

#define LW_QUOTIENT(V, name) \
    lw::Ints<V> name(V x, V y) { return lw::remquo_quotient(x, y); }

LW_REALS_2(LW_BINARY, fmod)
LW_REALS_2(LW_BINARY, remainder)
LW_REALS_2(LW_QUOTIENT, __lw_remquo_quotient)
