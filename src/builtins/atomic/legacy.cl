// Atomic functions of OpenCL C 1.x (OpenCL C 3.0, section 6.15.12.8) and of the extensions cl_khr_int64_base_atomics
// and cl_khr_int64_extended_atomics: operations on int, uint, long and ulong with relaxed order.
#include "types.h"

#define LW_FETCH(name, operation, T, AS)                        \
    T name(volatile AS T* p, T value) {                         \
        return operation((AS T*)p, value, __ATOMIC_RELAXED);    \
    }
#define LW_STEP(name, operation, T, AS)                         \
    T name(volatile AS T* p) {                                  \
        return operation((AS T*)p, T(1), __ATOMIC_RELAXED);     \
    }
#define LW_COMPARE_EXCHANGE(name, T, AS)                                            \
    T name(volatile AS T* p, T compare, T value) {                                  \
        T old = compare;                                                            \
        __atomic_compare_exchange_n((AS T*)p, &old, value, false, __ATOMIC_RELAXED, \
                                    __ATOMIC_RELAXED);                              \
        return old;                                                                 \
    }

#define LW_OPERATIONS(prefix, T, AS)                        \
    LW_FETCH(prefix##_add, __atomic_fetch_add, T, AS)       \
    LW_FETCH(prefix##_sub, __atomic_fetch_sub, T, AS)       \
    LW_FETCH(prefix##_xchg, __atomic_exchange_n, T, AS)     \
    LW_STEP(prefix##_inc, __atomic_fetch_add, T, AS)        \
    LW_STEP(prefix##_dec, __atomic_fetch_sub, T, AS)        \
    LW_COMPARE_EXCHANGE(prefix##_cmpxchg, T, AS)            \
    LW_FETCH(prefix##_min, __atomic_fetch_min, T, AS)       \
    LW_FETCH(prefix##_max, __atomic_fetch_max, T, AS)       \
    LW_FETCH(prefix##_and, __atomic_fetch_and, T, AS)       \
    LW_FETCH(prefix##_or, __atomic_fetch_or, T, AS)         \
    LW_FETCH(prefix##_xor, __atomic_fetch_xor, T, AS)

#define LW_FOR_SPACE(AS)                                                                \
    LW_OPERATIONS(atomic, int, AS)                                                      \
    LW_OPERATIONS(atomic, uint, AS)                                                     \
    LW_OPERATIONS(atom, int, AS)                                                        \
    LW_OPERATIONS(atom, uint, AS)                                                       \
    LW_OPERATIONS(atom, long, AS)                                                       \
    LW_OPERATIONS(atom, ulong, AS)                                                      \
    float atomic_xchg(volatile AS float* p, float value) {                              \
        return lw::bits<float>(__atomic_exchange_n((AS int*)p, lw::bits<int>(value),    \
                                                   __ATOMIC_RELAXED));                  \
    }

LW_FOR_SPACE(__global)
LW_FOR_SPACE(__local)
