// sin, cos, tan.
#include "math/trigonometric_double.h"
#include "math/trigonometric_float.h"

namespace lw {

template <class V>
LW_INLINE V sin(V x) {
    if constexpr (is_double<V>)
        return sin_double(x);
    else
        return choose(x == (V)0, x, sine_of(reduce_angle(x)));
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
        return choose(x == (V)0, x, tangent_of(reduce_angle(x)));
}

}  // namespace lw

LW_REALS_2(LW_UNARY, sin)
LW_REALS_2(LW_UNARY, cos)
LW_REALS_2(LW_UNARY, tan)
