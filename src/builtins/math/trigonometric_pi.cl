// sinpi, cospi, tanpi: the argument is reduced exactly, so no large-argument case exists.
#include "math/libm.h"

namespace lw {

/// x = 2k + quadrant / 2 + rest with |rest| <= 1/4 and quadrant an integer in -4..4.
template <class V>
struct HalfTurns {
    V rest;
    V quadrant;
};

/// Exact; nan for infinities.
template <class V>
LW_INLINE HalfTurns<V> reduce_half_turns(V x) {
    const V turns = x - (V)2 * __builtin_elementwise_trunc(x * (V)0.5);
    const V quadrant = __builtin_elementwise_rint(turns * (V)2);
    return {fused(quadrant, (V)-0.5, turns), quadrant};
}

template <class V>
LW_INLINE V sinpi_double(V x) {
    const HalfTurns<V> turns = reduce_half_turns(x);
    const V angle = turns.rest * (V)3.14159265358979323846;
    const V magnitude = choose(has_bit(turns.quadrant, 1), libm::cos(angle), libm::sin(angle));
    const V result = choose(has_bit(turns.quadrant, 2), -magnitude, magnitude);
    // 7.5.1: "sinpi(+-n) returns +-0 for positive integers n."
    return choose(result == (V)0, with_sign_of((V)0, x), result);
}

template <class V>
LW_INLINE V cospi_double(V x) {
    const HalfTurns<V> turns = reduce_half_turns(x);
    const V angle = turns.rest * (V)3.14159265358979323846;
    const V magnitude = choose(has_bit(turns.quadrant, 1), libm::sin(angle), libm::cos(angle));
    const V result = choose(has_bit(turns.quadrant + (V)1, 2), -magnitude, magnitude);
    // 7.5.1: "cospi(n + 0.5) is +0 for any integer n where n + 0.5 is representable."
    return choose(result == (V)0, (V)0, result);
}

template <class V>
LW_INLINE V tanpi_double(V x) {
    const HalfTurns<V> turns = reduce_half_turns(abs_of(x));
    const V tangent = libm::tan(turns.rest * (V)3.14159265358979323846);
    // 7.5.1: zeros at integers and infinities at n + 0.5 alternate in sign.
    const Mask<V> negative_zero = (tangent == (V)0) & has_bit(turns.quadrant + (V)1, 2);
    const V zeroed = choose(negative_zero, (V)-0.0, tangent);
    const V result = choose(has_bit(turns.quadrant, 1), (V)-1 / zeroed, zeroed);
    return choose(x < (V)0, -result, with_sign_of(result, choose(x == (V)0, x, result)));
}

template <class V>
LW_INLINE V sinpi(V x) {
    return in_double([](auto d) { return sinpi_double(d); }, x);
}

template <class V>
LW_INLINE V cospi(V x) {
    return in_double([](auto d) { return cospi_double(d); }, x);
}

template <class V>
LW_INLINE V tanpi(V x) {
    return in_double([](auto d) { return tanpi_double(d); }, x);
}

}  // namespace lw

LW_REALS_2(LW_UNARY, sinpi)
LW_REALS_2(LW_UNARY, cospi)
LW_REALS_2(LW_UNARY, tanpi)
