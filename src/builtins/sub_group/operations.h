// The opaque operations of sub-groups (docs/ir.md), overloaded by type, and shared parts of this folder's builtins.
#pragma once

#include "ocl_ops.h"

namespace lw::sub_group {

LW_PURE uint width() __asm__("ocl.sub_group_width");
LW_PURE uint size() __asm__("ocl.sub_group_size");
LW_PURE uint id() __asm__("ocl.sub_group_id");
LW_PURE uint lane() __asm__("ocl.sub_group_lane");
LW_CONVERGENT void barrier() __asm__("ocl.sub_group_barrier");
LW_CONVERGENT ulong ballot(bool c) __asm__("ocl.sub_group_ballot");

// clang-format off: clang-format would indent lists of macro calls.

// Among these operations, only minimum and maximum differ between signed and unsigned integers.
#define LW_DECLARE_LANES(T, suffix)                                               \
    LW_CONVERGENT T broadcast(T x, uint lane) __asm__("ocl.sub_group_broadcast." suffix); \
    LW_CONVERGENT T shuffle(T x, uint lane) __asm__("ocl.sub_group_shuffle." suffix);
#define LW_DECLARE_ARITHMETIC(T, name, suffix)                                            \
    LW_CONVERGENT T reduce_##name(T x) __asm__("ocl.sub_group_reduce." suffix);           \
    LW_CONVERGENT T scan_inclusive_##name(T x) __asm__("ocl.sub_group_scan." suffix);     \
    LW_CONVERGENT T scan_exclusive_##name(T x) __asm__("ocl.sub_group_scan_before." suffix); \
    LW_CONVERGENT T cluster_##name(T x, uint size) __asm__("ocl.sub_group_cluster." suffix);

#define LW_DECLARE_NUMBERS(T, type, least, greatest)   \
    LW_DECLARE_LANES(T, type)                          \
    LW_DECLARE_ARITHMETIC(T, add, "add." type)         \
    LW_DECLARE_ARITHMETIC(T, mul, "mul." type)         \
    LW_DECLARE_ARITHMETIC(T, min, least type)          \
    LW_DECLARE_ARITHMETIC(T, max, greatest type)
#define LW_DECLARE_BITS(T, type)               \
    LW_DECLARE_ARITHMETIC(T, and, "and." type) \
    LW_DECLARE_ARITHMETIC(T, or, "or." type)   \
    LW_DECLARE_ARITHMETIC(T, xor, "xor." type)
#define LW_DECLARE_INTEGERS(T, type)                   \
    LW_DECLARE_NUMBERS(T, type, "min.", "max.")        \
    LW_DECLARE_BITS(T, type)                           \
    LW_DECLARE_NUMBERS(u##T, type, "umin.", "umax.")   \
    LW_DECLARE_BITS(u##T, type)

LW_DECLARE_INTEGERS(char, "i8")
LW_DECLARE_INTEGERS(short, "i16")
LW_DECLARE_INTEGERS(int, "i32")
LW_DECLARE_INTEGERS(long, "i64")
LW_DECLARE_NUMBERS(half, "f16", "min.", "max.")
LW_DECLARE_NUMBERS(float, "f32", "min.", "max.")
LW_DECLARE_NUMBERS(double, "f64", "min.", "max.")

/// Returns a mask of the lanes before this lane, as `ulong`.
LW_INLINE ulong lanes_before() { return (1UL << lane()) - 1; }
LW_INLINE ulong lanes_upto() { return (2UL << lane()) - 1; }
LW_INLINE ulong all_lanes_of(uint size) { return (1UL << size) - 1; }

/// Returns the number of the first active lane.
LW_INLINE uint first_lane() { return uint(__builtin_ctzl(ballot(true))); }

LW_INLINE bool is_odd(ulong bits) { return __builtin_popcountl(bits) & 1; }

/// Broadcasts a source vector element by element.
template <class V>
LW_INLINE V broadcast_each(V x, uint from) {
    if constexpr (width_of<V> == 1) {
        return broadcast(x, from);
    } else {
        V result;
        for (int i = 0; i < width_of<V>; ++i) result[i] = broadcast(x[i], from);
        return result;
    }
}
template <class V>
LW_INLINE V shuffle_each(V x, uint from) {
    if constexpr (width_of<V> == 1) {
        return shuffle(x, from);
    } else {
        V result;
        for (int i = 0; i < width_of<V>; ++i) result[i] = shuffle(x[i], from);
        return result;
    }
}

// clang-format on

}  // namespace lw::sub_group

/// Expands the macro M once for each scalar type.
#define LW_SUB_GROUP_INTEGERS(M) M(char) M(uchar) M(short) M(ushort) M(int) M(uint) M(long) M(ulong)
#define LW_SUB_GROUP_TYPES(M) LW_SUB_GROUP_INTEGERS(M) M(half) M(float) M(double)
