// Numbers represented as the unevaluated sum of two floating-point numbers (Dekker, "A floating-point technique for
// extending the available precision", 1971).
#pragma once

#include "math/common/lanes.h"

namespace lw {

/// The number high + low, with |low| at most about a unit in the last place of high.
template <class V>
struct TwoParts {
    V high;
    V low;
};

/// a + b for |a| >= |b| or a = 0.
template <class V>
LW_INLINE TwoParts<V> fast_sum(V a, V b) {
    const V high = a + b;
    return {high, (a - high) + b};
}

template <class V>
LW_INLINE TwoParts<V> product(V a, V b) {
    const V high = a * b;
    return {high, fused(a, b, -high)};
}

template <class V>
LW_INLINE TwoParts<V> product(TwoParts<V> a, V b) {
    const TwoParts<V> main = product(a.high, b);
    return {main.high, fused(a.low, b, main.low)};
}

/// a * b without the product of the low parts, which is too small to matter.
template <class V>
LW_INLINE TwoParts<V> product(TwoParts<V> a, TwoParts<V> b) {
    const TwoParts<V> main = product(a.high, b.high);
    return {main.high, fused(a.high, b.low, fused(a.low, b.high, main.low))};
}

}  // namespace lw
