// Runs every overload of the math functions over arrays. The tests link C functions named shim_<name>_<type>. This file
// is compiled for the host together with the library's own sources.
#include "math/common/lanes.h"
#include "functions.h"

namespace {

/// Loads a vector from an array, beginning with the array's element i; store() does the reverse. The number of elements
/// is a multiple of every vector width.
template <class V>
V load(const __global lw::Element<V>* source, ulong i) {
    if constexpr (lw::width_of<V> == 1) {
        return source[i];
    } else {
        V result;
        for (int lane = 0; lane < lw::width_of<V>; ++lane) result[lane] = source[i + lane];
        return result;
    }
}

template <class V>
void store(V value, __global lw::Element<V>* target, ulong i) {
    if constexpr (lw::width_of<V> == 1) {
        target[i] = value;
    } else {
        for (int lane = 0; lane < lw::width_of<V>; ++lane) target[i + lane] = value[lane];
    }
}

}  // namespace

#define SHIM_UNARY(name, V, E, width)                                                                \
    V name(V x);                                                                                     \
    extern "C" void shim_##name##_##V(const __global E* x, __global E* result, ulong count) {        \
        for (ulong i = 0; i < count; i += width) store<V>(name(load<V>(x, i)), result, i);           \
    }
#define SHIM_BINARY(name, V, E, width)                                                               \
    V name(V x, V y);                                                                                \
    extern "C" void shim_##name##_##V(const __global E* x, const __global E* y, __global E* result,  \
                                      ulong count) {                                                 \
        for (ulong i = 0; i < count; i += width)                                                     \
            store<V>(name(load<V>(x, i), load<V>(y, i)), result, i);                                 \
    }
#define SHIM_INT_ARGUMENT(name, V, E, width)                                                         \
    V name(V x, lw::Ints<V> n);                                                                      \
    extern "C" void shim_##name##_##V(const __global E* x, const __global int* n, __global E* result, \
                                      ulong count) {                                                 \
        for (ulong i = 0; i < count; i += width)                                                     \
            store<V>(name(load<V>(x, i), load<lw::Ints<V>>(n, i)), result, i);                       \
    }

#define SHIM_REAL_RESULT(name, V, E, width)                                                          \
    V name(V x, V* second);                                                                          \
    extern "C" void shim_##name##_##V(const __global E* x, __global E* first, __global E* second,    \
                                      ulong count) {                                                 \
        for (ulong i = 0; i < count; i += width) {                                                   \
            V other;                                                                                 \
            store<V>(name(load<V>(x, i), &other), first, i);                                         \
            store<V>(other, second, i);                                                              \
        }                                                                                            \
    }
#define SHIM_INT_RESULT(name, V, E, width)                                                           \
    V name(V x, lw::Ints<V>* second);                                                                \
    extern "C" void shim_##name##_##V(const __global E* x, __global E* first, __global int* second,  \
                                      ulong count) {                                                 \
        for (ulong i = 0; i < count; i += width) {                                                   \
            lw::Ints<V> other;                                                                       \
            store<V>(name(load<V>(x, i), &other), first, i);                                         \
            store<lw::Ints<V>>(other, second, i);                                                    \
        }                                                                                            \
    }
#define SHIM_REMQUO(name, V, E, width)                                                               \
    V name(V x, V y, lw::Ints<V>* quotient);                                                         \
    extern "C" void shim_##name##_##V(const __global E* x, const __global E* y, __global E* first,   \
                                      __global int* quotient, ulong count) {                         \
        for (ulong i = 0; i < count; i += width) {                                                   \
            lw::Ints<V> other;                                                                       \
            store<V>(name(load<V>(x, i), load<V>(y, i), &other), first, i);                          \
            store<lw::Ints<V>>(other, quotient, i);                                                  \
        }                                                                                            \
    }
#define SHIM_ILOGB(name, V, E, width)                                                                \
    lw::Ints<V> name(V x);                                                                           \
    extern "C" void shim_##name##_##V(const __global E* x, __global int* result, ulong count) {      \
        for (ulong i = 0; i < count; i += width) store<lw::Ints<V>>(name(load<V>(x, i)), result, i); \
    }

#define SHIMS_REAL_RESULT(name) LW_TESTED_TYPES(SHIM_REAL_RESULT, name)
#define SHIMS_INT_RESULT(name) LW_TESTED_TYPES(SHIM_INT_RESULT, name)
#define SHIMS_UNARY(name, ulp) LW_TESTED_TYPES(SHIM_UNARY, name)
#define SHIMS_BINARY(name, ulp) LW_TESTED_TYPES(SHIM_BINARY, name)
#define SHIMS_INT_ARGUMENT(name, ulp) LW_TESTED_TYPES(SHIM_INT_ARGUMENT, name)

LW_TESTED_UNARY(SHIMS_UNARY)
LW_TESTED_BINARY(SHIMS_BINARY)
LW_TESTED_INT_ARGUMENT(SHIMS_INT_ARGUMENT)
LW_TESTED_REAL_RESULT(SHIMS_REAL_RESULT)
LW_TESTED_INT_RESULT(SHIMS_INT_RESULT)
LW_TESTED_TYPES(SHIM_REMQUO, remquo)
LW_TESTED_TYPES(SHIM_ILOGB, ilogb)
