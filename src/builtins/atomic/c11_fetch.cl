// The functions atomic_fetch_<operation> and their explicit forms, for integers and floating-point numbers.
#include "atomic/c11.h"

#define LW_FETCH(name, operation, T, A, M, AS)                                                \
    LW_THREE_FORMS(T, name, (volatile AS A* object, M value), (object, value),                \
                   { return LW_ORDERED_RMW(operation, (AS T*)object, T(value), order); })

#define LW_ARITHMETIC(T, A, AS)                                       \
    LW_FETCH(atomic_fetch_add, __atomic_fetch_add, T, A, T, AS)       \
    LW_FETCH(atomic_fetch_sub, __atomic_fetch_sub, T, A, T, AS)       \
    LW_FETCH(atomic_fetch_min, __atomic_fetch_min, T, A, T, AS)       \
    LW_FETCH(atomic_fetch_max, __atomic_fetch_max, T, A, T, AS)
#define LW_BITWISE(T, A, M, AS)                                       \
    LW_FETCH(atomic_fetch_or, __atomic_fetch_or, T, A, M, AS)         \
    LW_FETCH(atomic_fetch_xor, __atomic_fetch_xor, T, A, M, AS)       \
    LW_FETCH(atomic_fetch_and, __atomic_fetch_and, T, A, M, AS)

// atomic_uintptr_t is atomic_ulong; functions on an atomic_uintptr_t may have an operand of type ptrdiff_t or intptr_t.
#define LW_FOR_SPACE(AS)                                                          \
    LW_ARITHMETIC(int, atomic_int, AS)                                            \
    LW_ARITHMETIC(uint, atomic_uint, AS)                                          \
    LW_ARITHMETIC(long, atomic_long, AS)                                          \
    LW_ARITHMETIC(ulong, atomic_ulong, AS)                                        \
    LW_ARITHMETIC(half, atomic_half, AS)                                          \
    LW_ARITHMETIC(float, atomic_float, AS)                                        \
    LW_ARITHMETIC(double, atomic_double, AS)                                      \
    LW_BITWISE(int, atomic_int, int, AS)                                          \
    LW_BITWISE(uint, atomic_uint, uint, AS)                                       \
    LW_BITWISE(long, atomic_long, long, AS)                                       \
    LW_BITWISE(ulong, atomic_ulong, ulong, AS)                                    \
    LW_BITWISE(long, atomic_long, ulong, AS)                                      \
    LW_BITWISE(ulong, atomic_ulong, long, AS)                                     \
    LW_FETCH(atomic_fetch_add, __atomic_fetch_add, ulong, atomic_ulong, long, AS) \
    LW_FETCH(atomic_fetch_sub, __atomic_fetch_sub, ulong, atomic_ulong, long, AS) \
    LW_FETCH(atomic_fetch_min, __atomic_fetch_min, ulong, atomic_ulong, long, AS) \
    LW_FETCH(atomic_fetch_max, __atomic_fetch_max, ulong, atomic_ulong, long, AS) \
    LW_FETCH(atomic_fetch_min, __atomic_fetch_min, long, atomic_long, ulong, AS)  \
    LW_FETCH(atomic_fetch_max, __atomic_fetch_max, long, atomic_long, ulong, AS)

LW_FOR_SPACE(__global)
LW_FOR_SPACE(__local)
LW_FOR_SPACE(__generic)
