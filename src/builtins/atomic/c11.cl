// The C11 atomic functions except atomic_fetch_*: load, store, exchange, compare-exchange, flags and init.
// Floating-point objects are accessed as integers with the same bits, since C11 compares objects "as if by memcmp".
#include "atomic/c11.h"

namespace lw {

// Stores with the given order if the order is relaxed or release, since these stores are cheap on x86. Any other order
// becomes sequentially consistent.
#define LW_ORDERED_STORE(object, value, order)                      \
    if (order == memory_order_relaxed)                              \
        __atomic_store_n(object, value, __ATOMIC_RELAXED);          \
    else if (order == memory_order_release)                         \
        __atomic_store_n(object, value, __ATOMIC_RELEASE);          \
    else                                                            \
        __atomic_store_n(object, value, __ATOMIC_SEQ_CST)

}  // namespace lw

// T: type of the value; A: type of the object; I: integer type of the size of T; P: type of the parameter.
#define LW_STORE(T, P, A, I, AS)                                                                 \
    LW_THREE_FORMS(void, atomic_store, (volatile AS A* object, P value), (object, value),        \
                   { LW_ORDERED_STORE((AS I*)object, lw::bits<I>((T)value), order); })
#define LW_LOAD_EXCHANGE(T, A, I, AS)                                                            \
    LW_THREE_FORMS(T, atomic_exchange, (volatile AS A* object, T value), (object, value), {      \
        return lw::bits<T>(                                                                      \
            LW_ORDERED_RMW(__atomic_exchange_n, (AS I*)object, lw::bits<I>(value), order));      \
    })                                                                                           \
    LW_THREE_FORMS(T, atomic_load, (const volatile AS A* object), (object), {                    \
        return lw::bits<T>(order == memory_order_relaxed                                         \
                               ? __atomic_load_n((const AS I*)object, __ATOMIC_RELAXED)          \
                               : __atomic_load_n((const AS I*)object, __ATOMIC_SEQ_CST));        \
    })                                                                                           \
    LW_THREE_FORMS(T, atomic_load, (volatile AS A* object), (object), {                          \
        return lw::bits<T>(order == memory_order_relaxed                                         \
                               ? __atomic_load_n((const AS I*)object, __ATOMIC_RELAXED)          \
                               : __atomic_load_n((const AS I*)object, __ATOMIC_SEQ_CST));        \
    })
#define LW_ACCESS(T, A, I, AS)                                                                   \
    LW_LOAD_EXCHANGE(T, A, I, AS)                                                                \
    LW_STORE(T, T, A, I, AS)                                                                     \
    void atomic_init(volatile AS A* object, T value) {                                           \
        __atomic_store_n((AS I*)object, lw::bits<I>(value), __ATOMIC_RELAXED);                   \
    }

#define LW_FLAG(AS)                                                                              \
    LW_THREE_FORMS(bool, atomic_flag_test_and_set, (volatile AS atomic_flag* object), (object), { \
        return LW_ORDERED_RMW(__atomic_exchange_n, (AS int*)object, 1, order) != 0;              \
    })                                                                                           \
    LW_THREE_FORMS(void, atomic_flag_clear, (volatile AS atomic_flag* object), (object),         \
                   { LW_ORDERED_STORE((AS int*)object, 0, order); })

// For half, cl_ext_float_atomics adds no atomic_init. In the front end's declaration of atomic_store, not only the
// object but also the value is an atomic_half.
#define LW_FOR_SPACE(AS)                     \
    LW_LOAD_EXCHANGE(half, atomic_half, short, AS) \
    LW_STORE(half, atomic_half, atomic_half, short, AS) \
    LW_ACCESS(int, atomic_int, int, AS)      \
    LW_ACCESS(uint, atomic_uint, int, AS)    \
    LW_ACCESS(long, atomic_long, long, AS)   \
    LW_ACCESS(ulong, atomic_ulong, long, AS) \
    LW_ACCESS(float, atomic_float, int, AS)  \
    LW_ACCESS(double, atomic_double, long, AS) \
    LW_FLAG(AS)

LW_FOR_SPACE(__global)
LW_FOR_SPACE(__local)
LW_FOR_SPACE(__generic)
