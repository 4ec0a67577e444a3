// cl_intel_subgroups, and cl_intel_subgroups_char, _short and _long: shuffles of two values, and block reads and
// writes, in which neighbouring lanes access consecutive elements. Block reads and writes of images are in
// image/sub_group_blocks.cl. Block reads and writes of local memory belong to cl_intel_subgroup_local_block_io.
#include "operations.h"

namespace lw::sub_group {

// Returns element `from` of an array that contains the values `x` of all lanes of the sub-group, followed by the values
// `y` of all lanes.
template <class V>
LW_INLINE V shuffle_across(V x, V y, uint from) {
    const V here = shuffle_each(x, from), there = shuffle_each(y, from);
    return from < width() ? here : there;
}

template <class V, class Pointer>
LW_INLINE V read_block(Pointer p) {
    p += lane();
    if constexpr (width_of<V> == 1) {
        return *p;
    } else {
        V block;
        for (uint i = 0; i < width_of<V>; ++i) block[i] = p[i * width()];
        return block;
    }
}

template <class V, class Pointer>
LW_INLINE void write_block(Pointer p, V block) {
    p += lane();
    if constexpr (width_of<V> == 1)
        *p = block;
    else
        for (uint i = 0; i < width_of<V>; ++i) p[i * width()] = block[i];
}

}  // namespace lw::sub_group

#define LW_INTEL_SHUFFLES(V)                                                                                       \
    LW_CONVERGENT V intel_sub_group_shuffle(V x, uint lane) { return lw::sub_group::shuffle_each(x, lane); }       \
    LW_CONVERGENT V intel_sub_group_shuffle_xor(V x, uint mask) {                                                  \
        return lw::sub_group::shuffle_each(x, lw::sub_group::lane() ^ mask);                                       \
    }                                                                                                              \
    LW_CONVERGENT V intel_sub_group_shuffle_down(V current, V next, uint delta) {                                  \
        return lw::sub_group::shuffle_across(current, next, lw::sub_group::lane() + delta);                        \
    }                                                                                                              \
    LW_CONVERGENT V intel_sub_group_shuffle_up(V previous, V current, uint delta) {                                \
        return lw::sub_group::shuffle_across(                                                                      \
            current, previous, lw::sub_group::lane() - delta);                                                     \
    }
LW_WIDTHS(LW_INTEL_SHUFFLES, char)
LW_WIDTHS(LW_INTEL_SHUFFLES, uchar)
LW_WIDTHS(LW_INTEL_SHUFFLES, short)
LW_WIDTHS(LW_INTEL_SHUFFLES, ushort)
LW_WIDTHS(LW_INTEL_SHUFFLES, int)
LW_WIDTHS(LW_INTEL_SHUFFLES, uint)
LW_WIDTHS(LW_INTEL_SHUFFLES, float)
LW_INTEL_SHUFFLES(long)
LW_INTEL_SHUFFLES(ulong)
LW_INTEL_SHUFFLES(half)
LW_INTEL_SHUFFLES(double)

#define LW_INTEL_BROADCAST(V) \
    LW_CONVERGENT V intel_sub_group_broadcast(V x, uint lane) { return lw::sub_group::broadcast_each(x, lane); }
#define LW_INTEL_REDUCTION(T, name)                                                                                \
    LW_CONVERGENT T intel_sub_group_reduce_##name(T x) { return lw::sub_group::reduce_##name(x); }                 \
    LW_CONVERGENT T intel_sub_group_scan_inclusive_##name(T x) { return lw::sub_group::scan_inclusive_##name(x); } \
    LW_CONVERGENT T intel_sub_group_scan_exclusive_##name(T x) { return lw::sub_group::scan_exclusive_##name(x); }
#define LW_INTEL_SMALL(T)      \
    LW_INTEL_BROADCAST(T)      \
    LW_INTEL_BROADCAST(T##2)   \
    LW_INTEL_BROADCAST(T##3)   \
    LW_INTEL_BROADCAST(T##4)   \
    LW_INTEL_BROADCAST(T##8)   \
    LW_INTEL_REDUCTION(T, add) \
    LW_INTEL_REDUCTION(T, min) \
    LW_INTEL_REDUCTION(T, max)
LW_INTEL_SMALL(char)
LW_INTEL_SMALL(uchar)
LW_INTEL_SMALL(short)
LW_INTEL_SMALL(ushort)

#define LW_BLOCK_IN(SPACE, T, V, suffix)                                          \
    LW_CONVERGENT V intel_sub_group_block_read##suffix(const SPACE T* p) {        \
        return lw::sub_group::read_block<V>(p);                                   \
    }                                                                             \
    LW_CONVERGENT void intel_sub_group_block_write##suffix(SPACE T* p, V x) {     \
        lw::sub_group::write_block(p, x);                                         \
    }
#define LW_BLOCK(T, V, suffix)            \
    LW_BLOCK_IN(__global, T, V, suffix)   \
    LW_BLOCK_IN(__local, T, V, suffix)
#define LW_BLOCKS(T, letters)         \
    LW_BLOCK(T, T, letters)           \
    LW_BLOCK(T, T##2, letters##2)     \
    LW_BLOCK(T, T##4, letters##4)     \
    LW_BLOCK(T, T##8, letters##8)
LW_BLOCKS(uint, )
LW_BLOCKS(uint, _ui)
LW_BLOCKS(ulong, _ul)
LW_BLOCKS(ushort, _us)
LW_BLOCK(ushort, ushort16, _us16)
LW_BLOCKS(uchar, _uc)
LW_BLOCK(uchar, uchar16, _uc16)
