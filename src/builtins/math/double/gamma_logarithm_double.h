// log |Gamma(x)| in double.
#pragma once

#include "math/common/half_turns.h"
#include "math/common/libm.h"
#include "math/double/logarithm_double.h"

namespace lw {

/// lgamma(x) for x > -1/2, given |x|. For x >= 2.5, computes Stirling's series. For smaller x, computes lgamma(2 + t) =
/// t p(t) for |t| <= 1/2, and subtracts log(1 + t) for lgamma(1 + t), or log(|t| (1 + t)) for lgamma(t). No step loses
/// digits near the zeros of lgamma at 1 and 2.
template <class V>
LW_INLINE V lgamma_above_double(V x, V magnitude) {
    const Mask<V> lowest = magnitude < (V)0.5, low = magnitude < (V)1.5, small = magnitude < (V)2.5;
    const V t = choose(lowest, x, magnitude - choose(low, (V)1, (V)2));
    const V factor = choose(lowest, fused(magnitude, x, magnitude), choose(low | without(small), magnitude, (V)1));
    const V logarithm = log_double(factor), inverse = (V)1 / magnitude;
    // Minimax polynomial; its error is 2^-57 relative to the result and to 1 / x.
    const V tail = wide_polynomial(
        inverse * inverse, 0x1.55555555554f8p-4, -0x1.6c16c16a4c6c8p-9, 0x1.a019fc5ad18e4p-11, -0x1.3811add11bb68p-11,
        0x1.b8f50cea43f3ep-11, -0x1.f0c318330f319p-10, 0x1.82ec5e3b382fcp-8, -0x1.5b72b1d59bbc7p-6,
        0x1.25d13262e4c5bp-4, -0x1.85d42c035abffp-3, 0x1.5152ea13b08cp-2, -0x1.144fbf9bdbd71p-2);
    const V large = fused(magnitude - (V)0.5, logarithm - (V)1, fused(inverse, tail, (V)0x1.acfe390c97d69p-2));
    const V p =
        wide_polynomial(t, 0x1.b0ee6072093cep-2, 0x1.4a34cc4a60fa8p-2, -0x1.13e001a55755ep-4, 0x1.51322ac7d6facp-6,
                        -0x1.e404fc21d63aap-8, 0x1.7add6eb01fbefp-9, -0x1.38ac5bfe45dd4p-10, 0x1.0b36ae827d949p-11,
                        -0x1.d3fd69e2e1664p-13, 0x1.a1282729188e6p-14, -0x1.78d90f9065c58p-15, 0x1.57fe17f3be335p-16,
                        -0x1.3d4b3071702f2p-17, 0x1.26d761582d63fp-18, -0x1.090da5a00d638p-19, 0x1.e32ef8cde513cp-21,
                        -0x1.37ba2c682665ep-21, 0x1.3f8f64a9fbac6p-22);
    return choose(small, fused(t, p, -logarithm), large);
}

/// lgamma(x) for x <= -1/2, given lgamma(|x|), by Gamma(x) Gamma(-x) = -pi / (x sin(pi x)). Near a zero of lgamma, the
/// two logarithms cancel each other, so libm computes the result.
template <class V>
LW_INLINE V lgamma_below_double(V x, V of_magnitude) {
    const V result = log_double((V)3.14159265358979323846 / abs_of(x * sinpi(x))) - of_magnitude;
    const V defined = choose(__builtin_elementwise_floor(x) == x, (V)infinity<V>, result);
    const Mask<V> near_zero = (x < (V)-2) & (abs_of(defined) * (V)4 < of_magnitude + (V)1);
    if (any_lane(near_zero)) return choose(near_zero, libm::lgamma(x), defined);
    return defined;
}

template <class V>
LW_INLINE V lgamma_double(V x) {
    const V result = lgamma_above_double(x, abs_of(x));
    const Mask<V> below = x <= (V)-0.5;
    if (any_lane(below)) return choose(below, lgamma_below_double(x, result), result);
    return result;
}

}  // namespace lw
