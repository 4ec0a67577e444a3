// any, all, bitselect and select (OpenCL C 3.0, section 6.15.6).
#include "types.h"

namespace lw {

// Tests the most significant bit of each component.
template <class V>
LW_INLINE int any(V x) {
    return any_component(x < splat<V>(0));
}
template <class V>
LW_INLINE int all(V x) {
    return !any_component(x >= splat<V>(0));
}

// Takes the bits of b where the bits of c are set, otherwise the bits of a.
template <class V>
LW_INLINE V bitselect(V a, V b, V c) {
    using U = Unsigned<V>;
    return bits<V>(U((bits<U>(a) & ~bits<U>(c)) | (bits<U>(b) & bits<U>(c))));
}

// Returns c ? b : a for scalars. For vectors, takes components of b where the most significant bit of c is set,
// otherwise components of a.
template <class V, class C>
LW_INLINE V select(V a, V b, C c) {
    if constexpr (width_of<V> == 1)
        return c ? b : a;
    else
        return choose(bits<Signed<V>>(c) < splat<Signed<V>>(0), b, a);
}

}  // namespace lw

#define LW_TEST(V, name) \
    int name(V x) { return lw::name(x); }
#define LW_SELECT(V, name)                                                          \
    V name(V a, V b, lw::Signed<V> c) { return lw::name(a, b, c); }                 \
    V name(V a, V b, lw::Unsigned<V> c) { return lw::name(a, b, c); }

LW_WIDTHS_2(LW_TEST, char, any)
LW_WIDTHS_2(LW_TEST, short, any)
LW_WIDTHS_2(LW_TEST, int, any)
LW_WIDTHS_2(LW_TEST, long, any)
LW_WIDTHS_2(LW_TEST, char, all)
LW_WIDTHS_2(LW_TEST, short, all)
LW_WIDTHS_2(LW_TEST, int, all)
LW_WIDTHS_2(LW_TEST, long, all)

LW_INTEGERS_2(LW_TERNARY, bitselect)
LW_FLOATS_2(LW_TERNARY, bitselect)
LW_INTEGERS_2(LW_SELECT, select)
LW_FLOATS_2(LW_SELECT, select)
