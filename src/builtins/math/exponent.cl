// ldexp, logb, ilogb, nextafter: arithmetic on the bits of a number.
#include "math/common/exponent_bits.h"
#include "math/common/float_ops.h"

namespace lw {

template <class V>
LW_INLINE V ldexp(V x, Ints<V> n) {
    using D = Doubles<V>;
    if (has_float_ops()) return scale_exponent(x, to<Element<V>>(n));
    if constexpr (is_double<V>) {
        Signed<V> power = to<long>(n);
        // At most two multiplications, by 2^1023 or 2^-969, bring the remaining exponent `power` into the range of
        // normal exponents. The factor 2^-969 is 2^53 times the smallest normal number, 2^-1022, so that only the last
        // multiplication rounds.
        for (int step = 0; step < 2; ++step) {
            const Mask<V> above = power > 1023, below = power < -1022;
            x *= choose(above, (V)0x1p1023, choose(below, (V)0x1p-969, (V)1));
            power -= choose(above, (Signed<V>)1023, choose(below, (Signed<V>)-969, (Signed<V>)0));
        }
        power = __builtin_elementwise_max(__builtin_elementwise_min(power, (Signed<V>)1023), (Signed<V>)-1022);
        return x * power_of_two<V>(power);
    } else {
        // The product of a float and the power of two is exact in double. For exponents beyond +-300, the float result
        // is always 0 or infinite.
        const Ints<V> power = __builtin_elementwise_max(__builtin_elementwise_min(n, (Ints<V>)300), (Ints<V>)-300);
        return to<float>(to<double>(x) * power_of_two<D>(to<long>(power)));
    }
}

template <class V>
LW_INLINE Ints<V> ilogb(V x) {
    if constexpr (!is_double<V>) {
        if (has_float_ops()) {
            const V exponent = exponent_part(x), least = (V)-0x1p31f;
            const V finite = choose(exponent < least, least, exponent);
            return choose(exponent < (V)infinity<V>, to<int>(finite), (Ints<V>)2147483647);
        }
    }
    using I = Signed<V>;
    const I field = bits<I>(abs_of(x)) >> mantissa_bits<V>;
    const Mask<V> normal = bits<Unsigned<V>>(I(field - 1)) < splat<Unsigned<V>>(2 * exponent_bias<V>);
    const Ints<V> exponent = to<int>(I(field - exponent_bias<V>));
    if (!any_lane(without(normal))) return exponent;
    const Ints<V> defined = choose(x == (V)0, (Ints<V>)(-2147483647 - 1), to<int>(exponent_of(x)));
    return choose(abs_of(x) < (V)infinity<V>, defined, (Ints<V>)2147483647);
}

template <class V>
LW_INLINE V logb(V x) {
    if constexpr (!is_double<V>) {
        if (has_float_ops()) return exponent_part(x);
    }
    const V exponent = to<Element<V>>(exponent_of(x));
    const V defined = choose(x == (V)0, (V)-infinity<V>, exponent);
    return choose(abs_of(x) < (V)infinity<V>, defined, x * x);
}

template <class V>
LW_INLINE V nextafter(V x, V y) {
    using I = Signed<V>;
    // Convert the number x to an integer, so that larger numbers give larger integers; +0 and -0 both become 0.
    const I sign = (I)1 << (bits_of<V> - 1);
    const I pattern = bits<I>(x);
    const I ordered = choose(pattern < (I)0, sign - pattern, pattern);
    const I next = ordered + choose(y > x, (I)1, (I)-1);
    const I back = choose(next < (I)0, sign - next, next);
    const V stepped = bits<V>(back);
    // The step from the smallest positive number to zero gives +0, the step from the largest negative number to zero
    // gives -0.
    const V result = choose(back == (I)0, with_sign_of((V)0, x), stepped);
    const V equal = choose(x == y, y, result);
    return choose((x != x) | (y != y), x + y, equal);
}

}  // namespace lw

// ldexp(gentype, int) exists besides ldexp(gentype, intn).
#define LW_LDEXP_ONE_POWER(V, name) \
    V name(V x, int n) { return lw::ldexp(x, (lw::Ints<V>)n); }

LW_REALS_2(LW_INT_ARGUMENT, ldexp)
LW_VECTORS_2(LW_LDEXP_ONE_POWER, float, ldexp)
LW_VECTORS_2(LW_LDEXP_ONE_POWER, double, ldexp)
LW_REALS_2(LW_INT_RESULT, ilogb)
LW_REALS_2(LW_UNARY, logb)
LW_REALS_2(LW_BINARY, nextafter)
