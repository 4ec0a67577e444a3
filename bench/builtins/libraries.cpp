// Measures the math functions of glibc's libm and libmvec and of SLEEF. SLEEF has several variants of each function;
// this benchmark uses the variant with an error of about 1 ULP. Prints nanoseconds per element as "TYPE NAME LIBRARY
// NS" lines. The functions get the same arguments as in measure_builtins. libmvec and SLEEF compute in registers of 512
// bits.
#include <immintrin.h>
#include <sleef.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#include "functions.h"

namespace {

using bench::Function;

// clang-format off: clang-format would indent each line of a list of macro calls more than the preceding line.

/// Lists the functions of one argument and of two arguments that libm, libmvec and SLEEF have in common, as X(name,
/// suffix of SLEEF's function).
#define UNARY(X) \
    X(acos, u10) X(acosh, u10) X(asin, u10) X(asinh, u10) X(atan, u10) X(atanh, u10) X(cbrt, u10) X(cos, u10) \
    X(cosh, u10) X(erf, u10) X(erfc, u15) X(exp, u10) X(exp10, u10) X(exp2, u10) X(expm1, u10) X(log, u10) \
    X(log10, u10) X(log1p, u10) X(log2, u10) X(sin, u10) X(sinh, u10) X(tan, u10) X(tanh, u10)
#define BINARY(X) X(atan2, u10) X(hypot, u05) X(pow, u10)
// clang-format on

extern "C" {
#define DECLARE(name, suffix)         \
    __m512d _ZGVeN8v_##name(__m512d); \
    __m512 _ZGVeN16v_##name##f(__m512);
#define DECLARE_BINARY(name, suffix)            \
    __m512d _ZGVeN8vv_##name(__m512d, __m512d); \
    __m512 _ZGVeN16vv_##name##f(__m512, __m512);
UNARY(DECLARE)
BINARY(DECLARE_BINARY)
}

template <class Pass>
double nanoseconds(Pass pass) {
    double best = 1e9;
    for (int run = 0; run < 100; ++run) {
        const auto start = std::chrono::steady_clock::now();
        pass();
        const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
        best = std::min(best, time.count() / bench::argument_count);
    }
    return best;
}

template <class T>
struct Arrays {
    std::vector<T> x, y, result;

    explicit Arrays(const Function& function) : result(bench::argument_count) {
        const std::vector<double> first = bench::first_arguments(function), second = bench::second_arguments(function);
        x.assign(first.begin(), first.end());
        y.assign(second.begin(), second.end());
    }
};

template <class T, class V, class Call>
void measure(const Function& function, const char* library, Call call) {
    Arrays<T> arrays(function);
    const double best = nanoseconds([&] {
        for (std::size_t i = 0; i < bench::argument_count; i += sizeof(V) / sizeof(T)) {
            V x, y;
            std::memcpy(&x, &arrays.x[i], sizeof x);
            std::memcpy(&y, &arrays.y[i], sizeof y);
            const V result = call(x, y);
            std::memcpy(&arrays.result[i], &result, sizeof result);
        }
    });
    std::printf("%s %s %s %.4f\n", sizeof(T) == 8 ? "double" : "float", function.name, library, best);
}

void measure(const Function& function) {
#define MEASURE(callee, suffix)                                                                                 \
    if (std::strcmp(function.name, #callee) == 0) {                                                             \
        measure<float, float>(function, "libm", [](float x, float) { return ::callee##f(x); });                 \
        measure<double, double>(function, "libm", [](double x, double) { return ::callee(x); });                \
        measure<float, __m512>(function, "libmvec", [](__m512 x, __m512) { return _ZGVeN16v_##callee##f(x); }); \
        measure<double, __m512d>(function, "libmvec", [](__m512d x, __m512d) { return _ZGVeN8v_##callee(x); }); \
        measure<float, __m512>(function, "SLEEF",                                                               \
                               [](__m512 x, __m512) { return Sleef_##callee##f16_##suffix##avx512f(x); });      \
        measure<double, __m512d>(function, "SLEEF",                                                             \
                                 [](__m512d x, __m512d) { return Sleef_##callee##d8_##suffix##avx512f(x); });   \
    }
#define MEASURE_BINARY(callee, suffix)                                                                                \
    if (std::strcmp(function.name, #callee) == 0) {                                                                   \
        measure<float, float>(function, "libm", [](float x, float y) { return ::callee##f(x, y); });                  \
        measure<double, double>(function, "libm", [](double x, double y) { return ::callee(x, y); });                 \
        measure<float, __m512>(function, "libmvec", [](__m512 x, __m512 y) { return _ZGVeN16vv_##callee##f(x, y); }); \
        measure<double, __m512d>(function, "libmvec", [](__m512d x, __m512d y) { return _ZGVeN8vv_##callee(x, y); }); \
        measure<float, __m512>(function, "SLEEF",                                                                     \
                               [](__m512 x, __m512 y) { return Sleef_##callee##f16_##suffix##avx512f(x, y); });       \
        measure<double, __m512d>(function, "SLEEF",                                                                   \
                                 [](__m512d x, __m512d y) { return Sleef_##callee##d8_##suffix##avx512f(x, y); });    \
    }
    UNARY(MEASURE)
    BINARY(MEASURE_BINARY)
}

}  // namespace

int main() {
    for (const Function& function : bench::builtin_functions()) measure(function);
}
