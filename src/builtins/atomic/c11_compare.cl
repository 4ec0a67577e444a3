// atomic_compare_exchange_strong and _weak with their explicit forms; the weak functions do the same as the strong
// functions. The object and the expected value may lie in different address spaces.
#include "atomic/c11.h"

namespace lw {

template <class I>
struct Exchanged {
    I old;
    bool done;
};

/// Sets `*object` to `desired` if `*object` equals `expected`. Treats all orders except relaxed as sequentially
/// consistent, since weaker orders would not be faster.
template <class I, class P>
LW_INLINE Exchanged<I> compare_exchange(P object, I expected, I desired, memory_order order) {
    I old = expected;
    const bool done =
        order == memory_order_relaxed
            ? __atomic_compare_exchange_n(object, &old, desired, false, __ATOMIC_RELAXED,
                                          __ATOMIC_RELAXED)
            : __atomic_compare_exchange_n(object, &old, desired, false, __ATOMIC_SEQ_CST,
                                          __ATOMIC_SEQ_CST);
    return {old, done};
}

}  // namespace lw

#define LW_BODY(T, I, AS, order)                                                            \
    {                                                                                       \
        const auto result = lw::compare_exchange<I>((AS I*)object, lw::bits<I>(*expected),  \
                                                    lw::bits<I>(desired), order);           \
        if (!result.done) *expected = lw::bits<T>(result.old);                              \
        return result.done;                                                                 \
    }
#define LW_COMPARE(name, T, A, I, AS, EAS)                                                       \
    bool name(volatile AS A* object, EAS T* expected, T desired)                                 \
        LW_BODY(T, I, AS, memory_order_seq_cst)                                                  \
    bool name##_explicit(volatile AS A* object, EAS T* expected, T desired, memory_order success, \
                         memory_order failure) LW_BODY(T, I, AS, success)                        \
    bool name##_explicit(volatile AS A* object, EAS T* expected, T desired, memory_order success, \
                         memory_order failure, memory_scope scope) LW_BODY(T, I, AS, success)

#define LW_BOTH(T, A, I, AS, EAS)                                   \
    LW_COMPARE(atomic_compare_exchange_strong, T, A, I, AS, EAS)    \
    LW_COMPARE(atomic_compare_exchange_weak, T, A, I, AS, EAS)
#define LW_FOR_SPACES(AS, EAS)                     \
    LW_BOTH(int, atomic_int, int, AS, EAS)         \
    LW_BOTH(uint, atomic_uint, int, AS, EAS)       \
    LW_BOTH(long, atomic_long, long, AS, EAS)      \
    LW_BOTH(ulong, atomic_ulong, long, AS, EAS)    \
    LW_BOTH(float, atomic_float, int, AS, EAS)     \
    LW_BOTH(double, atomic_double, long, AS, EAS)

LW_FOR_SPACES(__global, __global)
LW_FOR_SPACES(__global, __local)
LW_FOR_SPACES(__global, __private)
LW_FOR_SPACES(__local, __global)
LW_FOR_SPACES(__local, __local)
LW_FOR_SPACES(__local, __private)
LW_FOR_SPACES(__generic, __generic)
