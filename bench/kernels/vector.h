// Vectors of sixteen lanes for the hand-written references, written with the compilers' vector extension.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace bench {

inline constexpr int lanes = 16;
using VectorF = float __attribute__((vector_size(64)));
using VectorI = std::int32_t __attribute__((vector_size(64)));

inline VectorF load(const float* from) {
    VectorF v;
    std::memcpy(&v, from, sizeof v);
    return v;
}

inline void store(float* to, VectorF v) { std::memcpy(to, &v, sizeof v); }

inline VectorF splat(float x) { return x - VectorF{}; }

/// Applies a function of one number to each lane. The compiler vectorizes the loop.
template <typename Function>
inline VectorF each(VectorF v, Function function) {
    for (int lane = 0; lane < lanes; ++lane) v[lane] = function(v[lane]);
    return v;
}

inline VectorF root(VectorF v) {
    return each(v, [](float x) { return std::sqrt(x); });
}

inline VectorF absolute(VectorF v) {
    const VectorI bits = std::bit_cast<VectorI>(v) & 0x7fffffff;
    return std::bit_cast<VectorF>(bits);
}

/// Returns exp(x) to about 2 ULP for |x| < 87: 2^n times a polynomial on [-ln2/2, ln2/2].
inline VectorF exponential(VectorF x) {
    const VectorF magic = splat(12582912.0f);
    const VectorF n = (x * 1.44269504f + magic) - magic;
    const VectorF r = (x - n * 0.693359375f) + n * 2.12194440e-4f;
    VectorF p = splat(1.9875691500e-4f);
    p = p * r + 1.3981999507e-3f;
    p = p * r + 8.3334519073e-3f;
    p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f;
    p = p * r + 5.0000001201e-1f;
    p = p * r * r + r + 1.0f;
    const VectorI exponent = (__builtin_convertvector(n, VectorI) + 127) << 23;
    return p * std::bit_cast<VectorF>(exponent);
}

/// Returns log(x) to about 2 ULP for positive normal x: exponent times ln2 plus a polynomial on [sqrt(1/2), sqrt(2)).
inline VectorF logarithm(VectorF x) {
    const VectorI bits = std::bit_cast<VectorI>(x);
    const VectorI shifted = bits - 0x3f3504f3;
    const VectorF exponent = __builtin_convertvector(shifted >> 23, VectorF);
    const VectorF m = std::bit_cast<VectorF>((shifted & 0x007fffff) + 0x3f3504f3) - 1.0f;
    const VectorF z = m * m;
    VectorF p = splat(7.0376836292e-2f);
    for (const float c : {-1.1514610310e-1f, 1.1676998740e-1f, -1.2420140846e-1f, 1.4249322787e-1f, -1.6668057665e-1f,
                          2.0000714765e-1f, -2.4999993993e-1f, 3.3333331174e-1f})
        p = p * m + c;
    return m + (p * m * z + exponent * -2.12194440e-4f - 0.5f * z) + exponent * 0.693359375f;
}

}  // namespace bench
