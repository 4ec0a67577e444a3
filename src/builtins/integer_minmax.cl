// Integer min, max and clamp (OpenCL C 3.0, section 6.15.3), also with scalar bounds for vectors.
#include "integer_ops.h"

namespace lw {

template <class V>
LW_INLINE V clamp(V x, V low, V high) {
    return min(max(x, low), high);
}

}  // namespace lw

#define LW_SCALAR_BINARY(V, name) \
    V name(V x, lw::Element<V> y) { return lw::name(x, lw::splat<V>(y)); }
#define LW_SCALAR_TERNARY(V, name)                         \
    V name(V x, lw::Element<V> y, lw::Element<V> z) {      \
        return lw::name(x, lw::splat<V>(y), lw::splat<V>(z)); \
    }
#define LW_FOR_TYPE(T)                       \
    LW_WIDTHS_2(LW_BINARY, T, min)           \
    LW_WIDTHS_2(LW_BINARY, T, max)           \
    LW_WIDTHS_2(LW_TERNARY, T, clamp)        \
    LW_VECTORS_2(LW_SCALAR_BINARY, T, min)   \
    LW_VECTORS_2(LW_SCALAR_BINARY, T, max)   \
    LW_VECTORS_2(LW_SCALAR_TERNARY, T, clamp)

LW_FOR_TYPE(char)
LW_FOR_TYPE(uchar)
LW_FOR_TYPE(short)
LW_FOR_TYPE(ushort)
LW_FOR_TYPE(int)
LW_FOR_TYPE(uint)
LW_FOR_TYPE(long)
LW_FOR_TYPE(ulong)
