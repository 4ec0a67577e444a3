// Work-group collective functions (OpenCL C 3.0, section 6.15.16) and the functions of
// cl_khr_work_group_uniform_arithmetic. They use a variable in memory that the group shares.
//
// Between two barriers, the work-items of a group run one after another in the order of their linear ids (docs/ir.md,
// "Between linearize and widen"). An atomic operation on the shared variable therefore sees the operations of all
// earlier work-items. The variable's value before an operation is the result of the exclusive scan; the variable's
// final value is the result of the reduction. No result depends on timing.
#include "memory_model.h"
#include "ocl_ops.h"

namespace lw {

constexpr uint local_fence = 1;  // CLK_LOCAL_MEM_FENCE

LW_INLINE bool is_first() { return local_id(0) == 0 && local_id(1) == 0 && local_id(2) == 0; }

/// Returns the shared variable. The first work-item initializes it with `value` before any other work-item runs.
template <class T>
LW_INLINE __local T* shared_place(T value) {
    __local T* place = (__local T*)group_scratch();
    if (is_first()) *place = value;
    return place;
}

/// Waits until all work-items have called final_value(), then returns the value of the shared variable. The variable
/// can be reused afterwards.
template <class T>
LW_INLINE T final_value(__local T* place) {
    barrier(local_fence);
    const T value = *place;
    barrier(local_fence);
    return value;
}

template <class T>
LW_INLINE T broadcast(T value, bool is_source) {
    __local T* place = (__local T*)group_scratch();
    if (is_source) *place = value;
    return final_value(place);
}

// Identity elements of the operations.
template <class T>
constexpr T sum_start = T(0);
template <class T>
constexpr T smallest = same_type<T, int> ? T(0x80000000u) : same_type<T, long> ? T(1UL << 63) : T(0);
template <>
constexpr half smallest<half> = -__builtin_huge_valf();
template <>
constexpr float smallest<float> = -__builtin_huge_valf();
template <>
constexpr double smallest<double> = -__builtin_huge_val();
template <class T>
constexpr T largest = T(~smallest<T>);
template <>
constexpr half largest<half> = __builtin_huge_valf();
template <>
constexpr float largest<float> = __builtin_huge_valf();
template <>
constexpr double largest<double> = __builtin_huge_val();

template <class T>
LW_INLINE T sum(T x, T y) {
    return x + y;
}
template <class T>
constexpr T product_start = T(1);
template <class T>
constexpr T no_bits = T(0);
template <class T>
constexpr T all_bits = T(~T(0));

template <class T>
LW_INLINE T product(T x, T y) {
    return x * y;
}
template <class T>
LW_INLINE T common(T x, T y) {
    return x & y;
}
template <class T>
LW_INLINE T united(T x, T y) {
    return x | y;
}
template <class T>
LW_INLINE T different(T x, T y) {
    return x ^ y;
}

/// Multiplies the variable and returns its old value. If several work-items run together, the compare-exchange of the
/// first one succeeds, and the others try again.
template <class T>
LW_INLINE T fetch_multiply(__local T* place, T x, int order) {
    using I = Signed<T>;
    I old = __atomic_load_n((__local I*)place, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n((__local I*)place, &old, bits<I>(T(bits<T>(old) * x)), false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED)) {
    }
    return bits<T>(old);
}

template <class T>
LW_INLINE T lesser(T x, T y) {
    return __builtin_elementwise_min(x, y);
}
template <class T>
LW_INLINE T greater(T x, T y) {
    return __builtin_elementwise_max(x, y);
}

}  // namespace lw

LW_CONVERGENT int work_group_all(int predicate) {
    __local int* all = lw::shared_place(1);
    __atomic_fetch_and(all, int(predicate != 0), __ATOMIC_RELAXED);
    return lw::final_value(all);
}
LW_CONVERGENT int work_group_any(int predicate) {
    __local int* any = lw::shared_place(0);
    __atomic_fetch_or(any, int(predicate != 0), __ATOMIC_RELAXED);
    return lw::final_value(any);
}

#define LW_OPERATION(T, name, operation, start, combine)                            \
    LW_CONVERGENT T work_group_reduce_##name(T x) {                                 \
        __local T* total = lw::shared_place(lw::start<T>);                          \
        operation(total, x, __ATOMIC_RELAXED);                                      \
        return lw::final_value(total);                                              \
    }                                                                               \
    LW_CONVERGENT T work_group_scan_exclusive_##name(T x) {                         \
        __local T* total = lw::shared_place(lw::start<T>);                          \
        const T before = operation(total, x, __ATOMIC_RELAXED);                     \
        lw::barrier(lw::local_fence);                                               \
        return before;                                                              \
    }                                                                               \
    LW_CONVERGENT T work_group_scan_inclusive_##name(T x) {                         \
        return lw::combine(work_group_scan_exclusive_##name(x), x);                 \
    }

#define LW_COLLECTIVES(T)                                                           \
    LW_CONVERGENT T work_group_broadcast(T a, size_t x) {                           \
        return lw::broadcast(a, lw::local_id(0) == x);                              \
    }                                                                               \
    LW_CONVERGENT T work_group_broadcast(T a, size_t x, size_t y) {                 \
        return lw::broadcast(a, lw::local_id(0) == x && lw::local_id(1) == y);      \
    }                                                                               \
    LW_CONVERGENT T work_group_broadcast(T a, size_t x, size_t y, size_t z) {       \
        return lw::broadcast(                                                       \
            a, lw::local_id(0) == x && lw::local_id(1) == y && lw::local_id(2) == z); \
    }                                                                               \
    LW_OPERATION(T, add, __atomic_fetch_add, sum_start, sum)                        \
    LW_OPERATION(T, min, __atomic_fetch_min, largest, lesser)                       \
    LW_OPERATION(T, max, __atomic_fetch_max, smallest, greater)                     \
    LW_OPERATION(T, mul, lw::fetch_multiply, product_start, product)
#define LW_BITS(T)                                                                  \
    LW_OPERATION(T, and, __atomic_fetch_and, all_bits, common)                      \
    LW_OPERATION(T, or, __atomic_fetch_or, no_bits, united)                         \
    LW_OPERATION(T, xor, __atomic_fetch_xor, no_bits, different)

// Predicates are combined as the numbers 0 and 1.
#define LW_LOGICAL(name)                                                            \
    LW_CONVERGENT int work_group_reduce_logical_##name(int predicate) {             \
        return work_group_reduce_##name(int(predicate != 0)) & 1;                   \
    }                                                                               \
    LW_CONVERGENT int work_group_scan_exclusive_logical_##name(int predicate) {     \
        return work_group_scan_exclusive_##name(int(predicate != 0)) & 1;           \
    }                                                                               \
    LW_CONVERGENT int work_group_scan_inclusive_logical_##name(int predicate) {     \
        return work_group_scan_inclusive_##name(int(predicate != 0)) & 1;           \
    }

LW_COLLECTIVES(int)
LW_COLLECTIVES(uint)
LW_COLLECTIVES(long)
LW_COLLECTIVES(ulong)
LW_COLLECTIVES(half)
LW_COLLECTIVES(float)
LW_COLLECTIVES(double)

LW_BITS(int)
LW_BITS(uint)
LW_BITS(long)
LW_BITS(ulong)
LW_LOGICAL(and)
LW_LOGICAL(or)
LW_LOGICAL(xor)
