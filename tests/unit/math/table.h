// Tables of the functions under test. Each entry has a function's name, the limit of its error, its overloads as
// functions of arrays (shims.cl), and its reference.
#pragma once

#include <cstddef>
#include <span>

#include "functions.h"
#include "reference.h"

namespace lanewise::test {

inline constexpr std::size_t width_count = 6;
inline constexpr int widths[width_count] = {1, 2, 3, 4, 8, 16};

/// A function with one argument of type T.
template <class T>
struct Unary {
    using Shim = void (*)(const T*, T*, std::size_t);
    const char* name;
    double limit;
    Shim shims[width_count];  // overloads in the order of `widths`
    Wide<T> (*reference)(Wide<T>);
};

/// A function with two arguments of type T.
template <class T>
struct Binary {
    using Shim = void (*)(const T*, const T*, T*, std::size_t);
    const char* name;
    double limit;
    Shim shims[width_count];
    Wide<T> (*reference)(Wide<T>, Wide<T>);
};

/// A function with arguments of types T and int.
template <class T>
struct IntArgument {
    using Shim = void (*)(const T*, const int*, T*, std::size_t);
    const char* name;
    double limit;
    Shim shims[width_count];
    Wide<T> (*reference)(Wide<T>, int);
};

/// Returns the error of `value`. If x and y are zeros, zeros of either sign are right, because OpenCL does not define
/// the sign for fmin, fmax, minmag and maxmag.
template <class T>
double graded_error(const Binary<T>& function, T x, T y, T value) {
    const Wide<T> exact = function.reference(x, y);
    if (x == 0 && y == 0 && value == 0 && exact == 0) return 0;
    return graded_error(value, exact, function.limit);
}

template <class T>
std::span<const Unary<T>> unary_functions();
template <class T>
std::span<const Binary<T>> binary_functions();
template <class T>
std::span<const IntArgument<T>> int_argument_functions();

}  // namespace lanewise::test
