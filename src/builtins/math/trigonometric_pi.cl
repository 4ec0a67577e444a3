// sinpi, cospi, tanpi.
#include "math/half_turns.h"

namespace lw {

template <class V>
LW_INLINE V cospi(V x) {
    const HalfTurns<V> turns = reduce_half_turns(x);
    const V magnitude =
        choose(has_bit(turns.quadrant, 1), sine_of_turns(turns.rest), cosine_of_turns(turns.rest));
    const V result = choose(has_bit(turns.quadrant + (V)1, 2), -magnitude, magnitude);
    // 7.5.1: "cospi(n + 0.5) is +0 for any integer n where n + 0.5 is representable."
    return choose(result == (V)0, (V)0, result);
}

template <class V>
LW_INLINE V tanpi(V x) {
    const HalfTurns<V> turns = reduce_half_turns(abs_of(x));
    const V sine = sine_of_turns(turns.rest), cosine = cosine_of_turns(turns.rest);
    // 7.5.1: zeros at integers and infinities at n + 0.5 alternate in sign.
    const Mask<V> negative_zero = (turns.rest == (V)0) & has_bit(turns.quadrant + (V)1, 2);
    const V signed_sine = choose(negative_zero, (V)-0.0, sine);
    const Mask<V> odd = has_bit(turns.quadrant, 1);
    const V result = choose(odd, -cosine, signed_sine) / choose(odd, signed_sine, cosine);
    const Mask<V> negative = bits<Signed<V>>(x) < (Signed<V>)0;
    return choose(negative, -result, result);
}

}  // namespace lw

LW_REALS_2(LW_UNARY, sinpi)
LW_REALS_2(LW_UNARY, cospi)
LW_REALS_2(LW_UNARY, tanpi)
