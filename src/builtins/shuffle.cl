// shuffle and shuffle2 (OpenCL C 3.0, section 6.15.13): select components at run time by the low bits of the mask.
#include "types.h"

namespace lw {

template <class R, class V, class M>
LW_INLINE R shuffle(V x, M mask) {
    R result;
    for (int i = 0; i < width_of<R>; ++i) result[i] = x[mask[i] & (width_of<V> - 1)];
    return result;
}

template <class V>
LW_INLINE Vector<Element<V>, 2 * width_of<V>> join(V x, V y) {
    if constexpr (width_of<V> == 2)
        return __builtin_shufflevector(x, y, 0, 1, 2, 3);
    else if constexpr (width_of<V> == 4)
        return __builtin_shufflevector(x, y, 0, 1, 2, 3, 4, 5, 6, 7);
    else
        return __builtin_shufflevector(x, y, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

template <class R, class V, class M>
LW_INLINE R shuffle2(V x, V y, M mask) {
    if constexpr (width_of<V> < 16) {
        return shuffle<R>(join(x, y), mask);
    } else {
        R result;
        for (int i = 0; i < width_of<R>; ++i) {
            const Element<V> from_x = x[mask[i] & 15], from_y = y[mask[i] & 15];
            result[i] = choose((mask[i] & 16) != 0, from_y, from_x);
        }
        return result;
    }
}

}  // namespace lw

#define LW_SHUFFLE(T, n, m)                                                                     \
    T##n shuffle(T##m x, lw::Unsigned<T##n> mask) { return lw::shuffle<T##n>(x, mask); }        \
    T##n shuffle2(T##m x, T##m y, lw::Unsigned<T##n> mask) { return lw::shuffle2<T##n>(x, y, mask); }
#define LW_SHUFFLE_TO(T, n) \
    LW_SHUFFLE(T, n, 2) LW_SHUFFLE(T, n, 4) LW_SHUFFLE(T, n, 8) LW_SHUFFLE(T, n, 16)
#define LW_SHUFFLES(T) \
    LW_SHUFFLE_TO(T, 2) LW_SHUFFLE_TO(T, 4) LW_SHUFFLE_TO(T, 8) LW_SHUFFLE_TO(T, 16)

LW_SHUFFLES(char)
LW_SHUFFLES(uchar)
LW_SHUFFLES(short)
LW_SHUFFLES(ushort)
LW_SHUFFLES(int)
LW_SHUFFLES(uint)
LW_SHUFFLES(long)
LW_SHUFFLES(ulong)
LW_SHUFFLES(half)
LW_SHUFFLES(float)
LW_SHUFFLES(double)
