// The error functions in double. Coefficients are minimax on their intervals.
#pragma once

#include "math/exponential_double.h"

namespace lw {

/// erf(x) = 1 - exp(-x p(x)): as -log(erfc(x)) / x, p is smooth, and the larger x the fewer of its digits matter. From
/// 6 on, erf is 1.
template <class V>
LW_INLINE V erf_double(V x) {
    const V inside = limited(abs_of(x), 0, 6);
    const V p =
        wide_polynomial(inside, 0x1.20dd750429b6dp0, 0x1.45f306dc9c995p-1, 0x1.a4f4e2a193795p-4, -0x1.39668588400f4p-6,
                        -0x1.b6b6d5c820b61p-13, 0x1.bca6c33bad831p-10, -0x1.35682c1861595p-11, 0x1.b37590569c83bp-16,
                        0x1.0da66821ca0d9p-14, -0x1.ebf45af20fe1dp-16, 0x1.771dbae46ed9ep-19, 0x1.de96ad7fcf808p-19,
                        -0x1.463d788e237ebp-19, 0x1.caa36cc3446bfp-21, -0x1.7679d6779570fp-23, 0x1.2381f173f4f0ep-27,
                        0x1.0a362e35e361bp-27, -0x1.b03bcfa1c41a1p-29, 0x1.75a14a262c6a5p-31, -0x1.a318d7e043643p-34,
                        0x1.323eeba2342abp-37, -0x1.0b266ec19053bp-41, 0x1.a84abc8a0398ap-47);
    const DoubleExponentialParts<V> parts = reduce_exponential_double(-inside * p);
    const V power = power_of_two<V>(parts.power.integer);
    const V result = ((V)1 - power) - power * exponential_rest_double(parts.rest);
    return with_sign_of(result, x);
}

/// exp(x^2) erfc(x) (x + 5), a polynomial in 1 - 10 / (x + 5), for 0 <= x <= 27.5, times exp(-x^2) / (x + 5): erfc(x).
template <class V>
LW_INLINE V erfc_positive_double(V x) {
    const V inside = limited(x, 0, 27.5);
    const V inverse = (V)1 / (inside + (V)5);
    const V p = wide_polynomial(
        fused(inverse, (V)-10, (V)1), 0x1.1b676431ca63p0, -0x1.06b72dfb725a5p0, 0x1.c329ace9058ccp-1,
        -0x1.663e0647541b6p-1, 0x1.065dae4a6fa05p-1, -0x1.6116e3aec023ep-2, 0x1.b235e99016619p-3, -0x1.e421d7f814aeep-4,
        0x1.e3daebe75e289p-5, -0x1.a9e75c50714e7p-6, 0x1.40880254f5885p-7, -0x1.851302785e3abp-9, 0x1.455fa9ec3566fp-11,
        -0x1.a0d35234b8333p-16, -0x1.72704cff7e4e8p-15, 0x1.40752bc3dc364p-16, -0x1.4cd97bc1c7b5bp-19,
        -0x1.3e99942a446dp-20, 0x1.49a836292448bp-21, 0x1.7d6b32b40d049p-30, -0x1.cd7033dc8449bp-25);
    const V square = inside * inside;
    const V lost = fused(inside, inside, -square);
    const DoubleExponentialParts<V> parts = reduce_exponential_double(-square);
    const V power = exponential_rest_double(parts.rest - lost) + (V)1;
    return scaled_double(power * (p * inverse), parts.power);
}

/// erf(x) for |x| <= 1/2.
template <class V>
LW_INLINE V erf_small_double(V x) {
    const V p = polynomial(x * x, 0x1.20dd750429b6dp0, -0x1.812746b03798ep-2, 0x1.ce2f21a03b612p-4,
                           -0x1.b82ce30e53a0fp-6, 0x1.565bcbcba511cp-8, -0x1.c02d44ab778ebp-11, 0x1.f98c3e44d99ddp-14,
                           -0x1.f20a15977523bp-17, 0x1.8a80a8bd676a7p-20);
    return x * p;
}

template <class V>
LW_INLINE V erfc_double(V x) {
    const V magnitude = abs_of(x);
    const V positive = erfc_positive_double(magnitude);
    const V large = choose(x < (V)0, (V)2 - positive, positive);
    return choose(magnitude < (V)0.5, (V)1 - erf_small_double(x), large);
}

}  // namespace lw
