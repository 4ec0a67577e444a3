// Half in plain C++: conversion to double, and rounding to half. If a single operation on halves is computed in double
// and then rounded to half, the result is correctly rounded.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace lanewise::test {

using HalfBits = std::uint16_t;

inline double value_of(HalfBits half) {
    const int exponent = half >> 10 & 31, fraction = half & 0x3ff;
    const double sign = half & 0x8000 ? -1 : 1;
    if (exponent == 31) return fraction ? std::copysign(std::nan(""), sign) : sign * HUGE_VAL;
    return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, exponent - 25));
}

/// Returns the ulp of half at `value`: the distance between adjacent halves.
inline double half_ulp_size(double value) {
    return std::ldexp(1, std::max(value == 0 ? -14 : std::ilogb(value), -14) - 10);
}

/// Returns the half nearest to `value`; ties go to even.
inline HalfBits half_of(double value) {
    const HalfBits sign = std::signbit(value) ? 0x8000 : 0;
    if (std::isnan(value)) return 0x7e00;
    const double magnitude = std::fabs(value);
    if (magnitude >= 65520) return sign | 0x7c00;
    const double ulp = half_ulp_size(magnitude);
    const double rounded = std::nearbyint(magnitude / ulp) * ulp;
    const int exponent = rounded == 0 ? -15 : std::max(std::ilogb(rounded), -15);
    if (exponent < -14) return static_cast<HalfBits>(sign | static_cast<int>(std::ldexp(rounded, 24)));
    const int fraction = static_cast<int>(std::ldexp(rounded, 10 - exponent)) - 1024;
    return static_cast<HalfBits>(sign | (exponent + 15) << 10 | fraction);
}

inline bool is_nan(HalfBits half) { return (half & 0x7fff) > 0x7c00; }

/// Returns whether the bits are equal, or both values are NaN.
inline bool same(HalfBits a, HalfBits b) { return a == b || (is_nan(a) && is_nan(b)); }

}  // namespace lanewise::test
