// Integer functions (OpenCL C 3.0, section 6.15.3): arithmetic without saturation.
#include "integer_ops.h"

namespace lw {

template <class V>
LW_INLINE Unsigned<V> abs(V x) {
    if constexpr (is_signed<V>)
        return bits<Unsigned<V>>(__builtin_elementwise_abs(x));
    else
        return x;
}

template <class V>
LW_INLINE Unsigned<V> abs_diff(V x, V y) {
    using U = Unsigned<V>;
    return bits<U>(max(x, y)) - bits<U>(min(x, y));
}

// (x + y) >> 1 without overflow: the common bits plus half of the differing bits.
template <class V>
LW_INLINE V hadd(V x, V y) {
    return (x & y) + ((x ^ y) >> 1);
}

// (x + y + 1) >> 1 without overflow.
template <class V>
LW_INLINE V rhadd(V x, V y) {
    return (x | y) - ((x ^ y) >> 1);
}

// The sum wraps around on overflow, since programs detect the overflow by comparing the result with `z`.
template <class V>
LW_INLINE V mad_hi(V x, V y, V z) {
    using U = Unsigned<V>;
    return bits<V>(U(bits<U>(mul_hi(x, y)) + bits<U>(z)));
}

// Multiplies all bits. Operands must be 24-bit values; for other operands the result is implementation-defined.
template <class V>
LW_INLINE V mul24(V x, V y) {
    return bits<V>(bits<Unsigned<V>>(x) * bits<Unsigned<V>>(y));
}

template <class V>
LW_INLINE V mad24(V x, V y, V z) {
    return bits<V>(bits<Unsigned<V>>(mul24(x, y)) + bits<Unsigned<V>>(z));
}

}  // namespace lw

#define LW_ABS(V, name) \
    lw::Unsigned<V> name(V x) { return lw::name(x); }
#define LW_ABS_DIFF(V, name) \
    lw::Unsigned<V> name(V x, V y) { return lw::name(x, y); }

LW_INTEGERS_2(LW_ABS, abs)
LW_INTEGERS_2(LW_ABS_DIFF, abs_diff)
LW_INTEGERS_2(LW_BINARY, hadd)
LW_INTEGERS_2(LW_BINARY, rhadd)
LW_INTEGERS_2(LW_BINARY, mul_hi)
LW_INTEGERS_2(LW_TERNARY, mad_hi)

LW_WIDTHS_2(LW_BINARY, int, mul24)
LW_WIDTHS_2(LW_BINARY, uint, mul24)
LW_WIDTHS_2(LW_TERNARY, int, mad24)
LW_WIDTHS_2(LW_TERNARY, uint, mad24)
