// Integer functions with saturation (OpenCL C 3.0, section 6.15.3).
#include "integer_ops.h"

namespace lw {

// mad_sat for 64-bit integers. The 128-bit value high:low = x * y + z fits if `high` is the sign extension of `low`, or
// 0 for unsigned integers.
template <class V>
LW_INLINE V mad_sat_64(V x, V y, V z) {
    using U = Unsigned<V>;
    const U product = bits<U>(x) * bits<U>(y);
    const U low = product + bits<U>(z);
    const U carry = to<ulong>(choose(low < product, splat<U>(1), splat<U>(0)));
    if constexpr (is_signed<V>) {
        const V high = bits<V>(bits<U>(mul_hi(x, y)) + bits<U>(z >> 63) + carry);
        const V limit = (high >> 63) ^ splat<V>(max_of<long>);
        return choose(high == (bits<V>(low) >> 63), bits<V>(low), limit);
    } else {
        // mul_hi() returns at most 2^64 - 2, so adding the carry cannot overflow.
        return choose(mul_hi(x, y) + carry == splat<V>(0), low, splat<V>(max_of<ulong>));
    }
}

template <class V>
LW_INLINE V mad_sat(V x, V y, V z) {
    using T = Element<V>;
    if constexpr (sizeof(T) == 8) {
        return mad_sat_64(x, y, z);
    } else {
        using W = Element<Wider<V>>;
        // The product of any two values plus any value fits in twice the width, for signed and unsigned integers.
        const Wider<V> wide = to<W>(x) * to<W>(y) + to<W>(z);
        return to<T>(min(max(wide, splat<Wider<V>>(min_of<T>)), splat<Wider<V>>(max_of<T>)));
    }
}

}  // namespace lw

LW_INTEGERS_2(LW_BINARY, add_sat)
LW_INTEGERS_2(LW_BINARY, sub_sat)
LW_INTEGERS_2(LW_TERNARY, mad_sat)
