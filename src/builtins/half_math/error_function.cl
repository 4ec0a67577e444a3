// erf and erfc for half (parts.h).
#include "half_math/parts.h"

namespace lw {

// erf(x), off by 2^-14.8; from x = 2.7 on, the result is 1 in half.
template <class V>
LW_INLINE V erf_of_half(V x) {
    const V inside = limited(x, -2.7f, 2.7f);
    return inside * polynomial(inside * inside, 0x1.20dadcp+0f, -0x1.8080b8p-2f, 0x1.c6dd12p-4f, -0x1.971692p-6f,
                               0x1.087500p-8f, -0x1.cee30ap-12f, 0x1.df3f60p-16f, -0x1.b5871cp-21f);
}

// erfc(x), off by 2^-14. Up to x = 4.2, the result is exp(-x^2) divided by a polynomial for 1 / (exp(x^2) erfc(x)); for
// larger x the result is 0 in half.
template <class V>
LW_INLINE V erfc_of_half(V x) {
    const V size = abs_of(x);
    const V inside = choose(size > (V)4.2f, (V)4.2f, size);
    const V p = polynomial(inside, 0x1.fff7e6p-1f, 0x1.211800p+0f, 0x1.177692p-2f, -0x1.303c6ap-4f, 0x1.78c3b6p-7f,
                           -0x1.8c3130p-11f);
    const V positive = exp2_for_half(inside * inside * (V)-0x1.715476p+0f) * recip_for_half(p);
    return choose(x < (V)0, (V)2 - positive, positive);
}

}  // namespace lw

LW_WIDTHS_2(LW_OF_HALF_1, float, erf)
LW_WIDTHS_2(LW_OF_HALF_1, float, erfc)
