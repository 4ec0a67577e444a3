// sin, cos, tan, and large angles of sincos.
#include "math/double/trigonometric_double.h"
#include "math/float/trigonometric_float.h"

namespace lw {

template <class V>
LW_INLINE V sin(V x) {
    if constexpr (is_double<V>)
        return sin_double(x);
    else
        return sine_of(reduce_angle(x));
}

template <class V>
LW_INLINE V cos(V x) {
    if constexpr (is_double<V>) {
        return cos_double(x);
    } else {
        Angle<V> angle = reduce_angle(x);
        angle.quadrant += 1;
        return sine_of(angle);
    }
}

template <class V>
LW_INLINE V tan(V x) {
    if constexpr (is_double<V>)
        return tan_double(x);
    else
        return tangent_of(reduce_angle(x));
}

}  // namespace lw

// Reduces large angles for sincos. All other code of sincos is inlined before vectorization.
#define LW_LARGE_ANGLE_REST(V, name) \
    V name(V x) { return lw::reduce_large_angle(x).rest; }
#define LW_LARGE_ANGLE_QUADRANT(V, name) \
    lw::Ints<V> name(V x) { return lw::reduce_large_angle(x).quadrant; }

LW_WIDTHS_2(LW_LARGE_ANGLE_REST, float, __lw_large_angle_rest)
LW_WIDTHS_2(LW_LARGE_ANGLE_QUADRANT, float, __lw_large_angle_quadrant)
LW_REALS_2(LW_UNARY, sin)
LW_REALS_2(LW_UNARY, cos)
LW_REALS_2(LW_UNARY, tan)
