// The error functions in double.
#pragma once

#include "math/double/exponential_double.h"
#include "math/double/sixteenths_double.h"

namespace lw {

// Coefficients of a polynomial in t for erf(c + t), for each multiple c of 25/64. The polynomials are minimax for |t|
// <= 25/128, and the coefficients of t^0 come first. The polynomial for c = 0 is odd.
static __constant double8 erf_coefficients[13][2] = {
    {{0, 0x1.ad68966569a87p-2, 0x1.762870f720c6fp-1, 0x1.ce1962c0e0d8bp-1, 0x1.f21c9f12f0677p-1, 0x1.fd0f5317f582fp-1,
      0x1.ff87b1913e853p-1, 0x1.fff18ebe2b0e1p-1},
     {0x1.fffeb3ebb267bp-1, 0x1.ffffe9bf4098cp-1, 0x1.fffffee3cc32cp-1, 0x1.fffffff57632dp-1, 0x1.ffffffffb5be5p-1,
      0x1.fffffffffe7cp-1, 0x1.fffffffffffa2p-1, 0x1.fffffffffffffp-1}},
    {{0x1.20dd750429b6dp+0, 0x1.eff8c4b1375dfp-1, 0x1.39ccc1b136d6p-1, 0x1.24a55399ea23p-2, 0x1.92470a61b6961p-4,
      0x1.978ae8b55ce4fp-6, 0x1.30499b5039566p-8, 0x1.4ee1429bf7bb9p-11},
     {0x1.0f9e1b4dd3802p-14, 0x1.44ba864671568p-18, 0x1.1e1e857adc35fp-22, 0x1.7397c5a6582d3p-27, 0x1.63ac6b4e5752fp-32,
      0x1.f5cc7714fa116p-38, 0x1.04e15ec730a1bp-43, 0x1.8fd4e0010fc7ep-50}},
    {{0, -0x1.837a59aa7340dp-2, -0x1.ea4feea4e5ae1p-2, -0x1.56f1bdf85e61cp-2, -0x1.3a47801c56a53p-3,
      -0x1.8dfda7411cb4bp-5, -0x1.649642020333dp-7, -0x1.c9d7f9113cc66p-10},
     {-0x1.a8670aa99a57bp-13, -0x1.1d67f003e8f8p-16, -0x1.1769ce59fb5aep-20, -0x1.8f2c0951c739ap-25,
      -0x1.a0ce0dc05dc69p-30, -0x1.3e864998919b6p-35, -0x1.64ac1f9ad3538p-41, -0x1.24d86a2015d03p-47}},
    {{-0x1.812746b03729p-2, -0x1.cb7bf78e30647p-3, 0x1.715e595332b35p-5, 0x1.54c0d66d7acfp-3, 0x1.0453f90d3c3a2p-3,
      0x1.c24b2053de899p-5, 0x1.fa73d7eb1daf5p-7, 0x1.856614216d312p-9},
     {0x1.a3737e2a2225ap-12, 0x1.40ee07ac066f7p-15, 0x1.5fe5d4756c3c3p-19, 0x1.161fb53d09af4p-23, 0x1.3e380def2b24ap-28,
      0x1.085b86a79e12ap-33, 0x1.3fa8311dc3766p-39, 0x1.19d1221420c31p-45}},
    {{0, 0x1.5c0fc7760f861p-3, 0x1.22cdbdb4ce765p-3, 0x1.cf82bac1b508p-7, -0x1.8a7c6a2395579p-5, -0x1.33137b26e191cp-5,
      -0x1.daa3005c2b98bp-7, -0x1.c812e602c7646p-9},
     {-0x1.24544f02d5916p-11, -0x1.02488b68be0d3p-14, -0x1.405da04854d97p-18, -0x1.1a2239f401b35p-22,
      -0x1.638bc4ff8a42ep-27, -0x1.42569944af0cbp-32, -0x1.a62b70cf143eap-38, -0x1.909da76faccc3p-44}},
    {{0x1.ce2f219c827a9p-4, 0x1.4dd7b2d620836p-5, -0x1.da50ae47139dbp-5, -0x1.cf38b9a47abc3p-5, -0x1.075c088571ccbp-7,
      0x1.a342ba1dcb735p-7, 0x1.250942c13fbd1p-7, 0x1.7e02d8b295afcp-9},
     {0x1.2e7e764287d3dp-11, 0x1.3b124fcfae72dp-14, 0x1.bfc96a8dfb13ap-18, 0x1.bb32dd3622193p-22, 0x1.357535f6e591fp-26,
      0x1.338c3b3c96b21p-31, 0x1.b5c5e77b5c2a2p-37, 0x1.c0556f3a20e63p-43}},
    {{0, -0x1.9ebc1de0cc762p-5, -0x1.75578f487b934p-6, 0x1.2c172705ce4f4p-6, 0x1.16f9c9c67869bp-6,
      0x1.b4bbc4f94fe2ep-10, -0x1.997578ceebfbfp-9, -0x1.c522939827651p-10},
     {-0x1.da496e4e9210cp-12, -0x1.2c5950409bb71p-14, -0x1.f19ff5ff783e7p-18, -0x1.17c6eee0d1a15p-21,
      -0x1.b41f31f11d288p-26, -0x1.dd9c4aaa1391ap-31, -0x1.72de23cdfc922p-36, -0x1.9b1e88e4e481cp-42}},
    {{-0x1.b82cda7afa866p-6, -0x1.09978eb1ffd8ap-8, 0x1.353311e6eb5a5p-6, 0x1.e06ba396d076bp-8, -0x1.74c2f8efed87ep-8,
      -0x1.0493893ae5231p-8, -0x1.39033894edfabp-15, 0x1.58342128476d8p-11},
     {0x1.176cf2a61c0ep-12, 0x1.c558560ed6e01p-15, 0x1.c0c4dd1206951p-18, 0x1.22b736eed14a3p-21, 0x1.fe6b026f1072ap-26,
      0x1.35e0b8efafd4dp-30, 0x1.07b31646e952bp-35, 0x1.3d7aeba9af603p-41}},
    {{0, 0x1.707486de603a6p-7, 0x1.39c8263491f7dp-10, -0x1.8df7e72b9cf29p-8, -0x1.760c6ffc5da9dp-10,
      0x1.9f5a26add57fap-10, 0x1.6a6d87f7791fp-11, -0x1.48c1ce8087a81p-14},
     {-0x1.d2ac7336c1d77p-14, -0x1.0dba1f6514d77p-15, -0x1.4b9dedbdd5d88p-18, -0x1.f8ad97ee1fe48p-22,
      -0x1.f8afa71b6db5ep-26, -0x1.563828ea97fb3p-30, -0x1.40c7069bab7a5p-35, -0x1.a4fad135c5524p-41}},
    {{0x1.5653c35c08065p-8, -0x1.89e50611ac0a2p-13, -0x1.fc2a29d406006p-9, 0x1.4673bfe99cb8ep-13, 0x1.a3cb3837a4994p-10,
      0x1.66cb79bfd9c53p-14, -0x1.71ef45cb30089p-12, -0x1.4fbbee2c1ae34p-14},
     {0x1.ab07f97e0b91dp-16, 0x1.ea5a026cceb95p-17, 0x1.91334ddbb6f01p-19, 0x1.70bece16d06ffp-22, 0x1.aa2cf43be1e6dp-26,
      0x1.4580c7161198dp-30, 0x1.51d07528b056ap-35, 0x1.e4c46fc94beafp-41}},
    {{0, -0x1.040f2e1de7c89p-9, 0x1.9bfb59dc344c8p-12, 0x1.116861e0150b7p-10, -0x1.02af6c36ed852p-12,
      -0x1.4a5fbe9783c28p-12, 0x1.64313807b3535p-15, 0x1.e411117f7b1dcp-15},
     {0x1.040512efa9a34p-18, -0x1.31e6d9c632adbp-18, -0x1.871685b590e3bp-20, -0x1.c67717c234aa2p-23,
      -0x1.35fabe865529bp-26, -0x1.0df9a4c91436dp-30, -0x1.38d774febce33p-35, -0x1.ee18f59edf6fcp-41}},
    {{-0x1.b996eab241ac3p-11, 0x1.5d63e3da47699p-13, 0x1.2b25af4b1adefp-11, -0x1.f97a48d87c485p-13,
      -0x1.90eae6443bbefp-13, 0x1.90ffdfe1025b8p-14, 0x1.4ec3b4f2e8b73p-15, -0x1.ff1a90a7af998p-17},
     {-0x1.ae8e6d8da27fap-18, 0x1.059552c45dbcep-21, 0x1.2518427403b29p-21, 0x1.dcc874fdb748cp-24,
      0x1.91170063cb9bfp-27, 0x1.99edab1841d29p-31, 0x1.0f606c3703df4p-35, 0x1.e1a427b1f965p-41}},
    {{0, 0x1.2ae73aba50b2dp-12, -0x1.146eb03ce42ep-13, -0x1.c915df7a3093bp-14, 0x1.67d11e9074d7cp-14,
      0x1.108730cda9bf6p-16, -0x1.6b43fb8252b16p-16, -0x1.d5a4b6754f942p-20},
     {0x1.6b42030ad28adp-19, 0x1.a8ec6352b2d09p-22, -0x1.1c7e3ca9d112p-23, -0x1.8f461cfc73fc9p-25,
      -0x1.ad175e84cac4fp-28, -0x1.02bc04a2f4eb3p-31, -0x1.8578758f5a339p-36, -0x1.806374ed4216p-41}},
};

/// erf(x), computed from erf(|x|) by the coefficients for the multiple of 25/64 nearest to |x|; from 6.05 on, erf(|x|)
/// is 1.
template <class V>
LW_INLINE V erf_double(V x) {
    const V size = abs_of(x), inside = choose(size > (V)6.05, (V)6.05, size);
    const V shift = (V)rounding_shift<V>, shifted = fused(inside, (V)(64.0 / 25), shift);
    const V t = fused(shifted - shift, (V)(-25.0 / 64), inside);
    const Signed<V> number = bits<Signed<V>>(shifted);
    V p = look_up(erf_coefficients[12], number);
    for (int power = 11; power >= 0; --power) p = fused(p, t, look_up(erf_coefficients[power], number));
    return with_sign_of(p, x);
}

/// erfc(x) for x >= 0, as a quotient of polynomials times exp(-x^2). The quotient approximates exp(x^2) erfc(x) for x
/// <= 27.5; for larger x, erfc(x) is 0.
template <class V>
LW_INLINE V erfc_positive_double(V x) {
    const V inside = choose(x > (V)27.5, (V)27.5, x);
    const V numerator = wide_polynomial(inside, 0x1p+0, 0x1.187595e10c04p+1, 0x1.2fff9de655c95p+1, 0x1.a2b09a804cfc2p+0,
                                        0x1.8fc937b9f6046p-1, 0x1.1155c28e4642ep-2, 0x1.0b982c0d2b399p-4,
                                        0x1.6af74482bbd7dp-7, 0x1.37d6b68191cebp-10, 0x1.0659a207d0e05p-14);
    const V denominator =
        wide_polynomial(inside, 0x1p+0, 0x1.a8e4506320dd6p+1, 0x1.47b803d3411d2p+2, 0x1.36296b39eb52bp+2,
                        0x1.90185d19b7db1p+1, 0x1.70da622286c63p+0, 0x1.ee78174ebd83bp-2, 0x1.de9dec46964p-4,
                        0x1.42940f01b2b5p-6, 0x1.145c209432944p-9, 0x1.d100e519b2afdp-14);
    const V quotient = numerator / denominator;
    const V square = inside * inside;
    const SixteenthParts<V> parts = exp_by_table(TwoParts<V>{-square, fused(-inside, inside, square)});
    const V power = whole_power(parts) * quotient;
    const V usual = fused(power, parts.rest, power);
    const Mask<V> tiny = inside > (V)26;
    return any_lane(tiny) ? choose(tiny, any_exponential(parts, quotient), usual) : usual;
}

template <class V>
LW_INLINE V erfc_double(V x) {
    const V positive = erfc_positive_double(abs_of(x));
    return choose(x < (V)0, (V)2 - positive, positive);
}

}  // namespace lw
