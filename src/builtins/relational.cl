// Relational functions on floating-point values (OpenCL C 3.0, section 6.15.6). Results are 1 or 0 for scalars, and -1
// or 0 per component for vectors.
#include "relational_ops.h"

namespace lw {

template <class V>
LW_INLINE Relation<V> isequal(V x, V y) { return relation<V>(x == y); }
template <class V>
LW_INLINE Relation<V> isnotequal(V x, V y) { return relation<V>(x != y); }
template <class V>
LW_INLINE Relation<V> isgreater(V x, V y) { return relation<V>(x > y); }
template <class V>
LW_INLINE Relation<V> isgreaterequal(V x, V y) { return relation<V>(x >= y); }
template <class V>
LW_INLINE Relation<V> isless(V x, V y) { return relation<V>(x < y); }
template <class V>
LW_INLINE Relation<V> islessequal(V x, V y) { return relation<V>(x <= y); }
template <class V>
LW_INLINE Relation<V> islessgreater(V x, V y) { return relation<V>((x < y) | (x > y)); }
template <class V>
LW_INLINE Relation<V> isordered(V x, V y) { return relation<V>((x == x) & (y == y)); }
template <class V>
LW_INLINE Relation<V> isunordered(V x, V y) { return relation<V>((x != x) | (y != y)); }
template <class V>
LW_INLINE Relation<V> isnan(V x) { return relation<V>(x != x); }

template <class V>
LW_INLINE Relation<V> isfinite(V x) {
    return relation<V>(magnitude(x) < splat<Signed<V>>(exponent_mask<V>));
}
template <class V>
LW_INLINE Relation<V> isinf(V x) {
    return relation<V>(magnitude(x) == splat<Signed<V>>(exponent_mask<V>));
}
template <class V>
LW_INLINE Relation<V> isnormal(V x) {
    const Signed<V> bits_of_x = magnitude(x);
    return relation<V>((bits_of_x < splat<Signed<V>>(exponent_mask<V>)) &
                       (bits_of_x >= splat<Signed<V>>(smallest_normal<V>)));
}
template <class V>
LW_INLINE Relation<V> signbit(V x) {
    return relation<V>(bits<Signed<V>>(x) < splat<Signed<V>>(0));
}

}  // namespace lw

#define LW_RELATION_1(V, name) \
    lw::Relation<V> name(V x) { return lw::name(x); }
#define LW_RELATION_2(V, name) \
    lw::Relation<V> name(V x, V y) { return lw::name(x, y); }

LW_FLOATS_2(LW_RELATION_2, isequal)
LW_FLOATS_2(LW_RELATION_2, isnotequal)
LW_FLOATS_2(LW_RELATION_2, isgreater)
LW_FLOATS_2(LW_RELATION_2, isgreaterequal)
LW_FLOATS_2(LW_RELATION_2, isless)
LW_FLOATS_2(LW_RELATION_2, islessequal)
LW_FLOATS_2(LW_RELATION_2, islessgreater)
LW_FLOATS_2(LW_RELATION_2, isordered)
LW_FLOATS_2(LW_RELATION_2, isunordered)
LW_FLOATS_2(LW_RELATION_1, isnan)
LW_FLOATS_2(LW_RELATION_1, isfinite)
LW_FLOATS_2(LW_RELATION_1, isinf)
LW_FLOATS_2(LW_RELATION_1, isnormal)
LW_FLOATS_2(LW_RELATION_1, signbit)
