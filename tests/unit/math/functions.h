// Macros that list the math functions under test, and the limits that OpenCL sets for the errors of these functions, in
// ulp. These are the limits of the full profile, which are the same for float and double. The file contains only
// macros, because shims.cl (C++ for OpenCL) and the C++ tests both include this file.
#pragma once

// clang-format off: clang-format would indent each line of a list of macro calls more than the preceding line.

// X(name, ulp) for functions `gentype name(gentype)`. OpenCL sets no limit for lgamma.
#define LW_TESTED_UNARY(X) \
    X(acos, 4) X(acosh, 4) X(acospi, 5) X(asin, 4) X(asinh, 4) X(asinpi, 5) X(atan, 5) X(atanh, 5) X(atanpi, 5) \
    X(cbrt, 2) X(ceil, 0) X(cos, 4) X(cosh, 4) X(cospi, 4) X(erf, 16) X(erfc, 16) X(exp, 3) X(exp10, 3) X(exp2, 3) \
    X(expm1, 3) X(fabs, 0) X(floor, 0) X(lgamma, 16) X(log, 3) X(log10, 3) X(log1p, 2) X(log2, 3) X(logb, 0) X(rint, 0) \
    X(round, 0) X(rsqrt, 2) X(sin, 4) X(sinh, 4) X(sinpi, 4) X(sqrt, 0) X(tan, 5) X(tanh, 5) X(tanpi, 6) \
    X(tgamma, 16) X(trunc, 0)

// X(name, ulp) for functions `gentype name(gentype, gentype)`.
#define LW_TESTED_BINARY(X) \
    X(atan2, 6) X(atan2pi, 6) X(copysign, 0) X(fdim, 0) X(fmax, 0) X(fmin, 0) X(fmod, 0) X(hypot, 4) X(maxmag, 0) \
    X(minmag, 0) X(nextafter, 0) X(pow, 16) X(powr, 16) X(remainder, 0)

// X(name, ulp) for functions `gentype name(gentype, intn)`.
#define LW_TESTED_INT_ARGUMENT(X) X(ldexp, 0) X(pown, 16) X(rootn, 16)

// X(name) for functions `gentype name(gentype, second result*)`, which results_test.cpp checks.
#define LW_TESTED_REAL_RESULT(X) X(fract) X(modf) X(sincos)
#define LW_TESTED_INT_RESULT(X) X(frexp) X(lgamma_r)

// X(name, type, element, width) for each type of the overloads of the function `name`. Scalars come first.
#define LW_TESTED_TYPES(X, name) \
    X(name, float, float, 1) X(name, float2, float, 2) X(name, float3, float, 3) X(name, float4, float, 4) \
    X(name, float8, float, 8) X(name, float16, float, 16) X(name, double, double, 1) X(name, double2, double, 2) \
    X(name, double3, double, 3) X(name, double4, double, 4) X(name, double8, double, 8) \
    X(name, double16, double, 16)
// clang-format on
