// Integer functions on bits (OpenCL C 3.0, section 6.15.3): clz, ctz, popcount, rotate, upsample.
#include "integer_ops.h"

namespace lw {

template <class V>
LW_INLINE V clz(V x) {
    using U = Unsigned<V>;
    return bits<V>(__builtin_elementwise_clzg(bits<U>(x), splat<U>(bits_of<V>)));
}

template <class V>
LW_INLINE V ctz(V x) {
    using U = Unsigned<V>;
    return bits<V>(__builtin_elementwise_ctzg(bits<U>(x), splat<U>(bits_of<V>)));
}

template <class V>
LW_INLINE V popcount(V x) {
    return __builtin_elementwise_popcount(x);
}

template <class V>
LW_INLINE V rotate(V x, V count) {
    using U = Unsigned<V>;
    return bits<V>(__builtin_elementwise_fshl(bits<U>(x), bits<U>(x), bits<U>(count)));
}

template <class R, class H, class L>
LW_INLINE R upsample(H high, L low) {
    using T = Element<R>;
    return (to<T>(high) << splat<R>(bits_of<L>)) | to<T>(low);
}

}  // namespace lw

LW_INTEGERS_2(LW_UNARY, clz)
LW_INTEGERS_2(LW_UNARY, ctz)
LW_INTEGERS_2(LW_UNARY, popcount)
LW_INTEGERS_2(LW_BINARY, rotate)

#define LW_UPSAMPLE(V, name)                                        \
    lw::Wider<V> name(V high, lw::Unsigned<V> low) {                \
        return lw::upsample<lw::Wider<V>>(high, low);               \
    }
#define LW_UPSAMPLE_TYPE(T) LW_WIDTHS_2(LW_UPSAMPLE, T, upsample)

LW_UPSAMPLE_TYPE(char)
LW_UPSAMPLE_TYPE(uchar)
LW_UPSAMPLE_TYPE(short)
LW_UPSAMPLE_TYPE(ushort)
LW_UPSAMPLE_TYPE(int)
LW_UPSAMPLE_TYPE(uint)
