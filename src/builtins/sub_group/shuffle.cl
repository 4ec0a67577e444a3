// Functions that read values of other work-items of the sub-group: broadcasts, shuffles and rotations. Broadcasts of
// scalars belong to OpenCL C 3.0 (section 6.15.20), and broadcasts of vectors to cl_khr_subgroup_extended_types and
// cl_khr_subgroup_ballot. The other functions belong to cl_khr_subgroup_shuffle, cl_khr_subgroup_shuffle_relative and
// cl_khr_subgroup_rotate.
#include "operations.h"

#define LW_BROADCASTS(V)                                                                                           \
    LW_CONVERGENT V sub_group_broadcast(V x, uint lane) { return lw::sub_group::broadcast_each(x, lane); }         \
    LW_CONVERGENT V sub_group_non_uniform_broadcast(V x, uint lane) { return lw::sub_group::broadcast_each(x, lane); }
#define LW_ALL_BROADCASTS(T) LW_WIDTHS(LW_BROADCASTS, T)
LW_SUB_GROUP_TYPES(LW_ALL_BROADCASTS)

#define LW_SHUFFLES(T)                                                                                             \
    LW_CONVERGENT T sub_group_broadcast_first(T x) {                                                               \
        return lw::sub_group::broadcast(x, lw::sub_group::first_lane());                                           \
    }                                                                                                              \
    LW_CONVERGENT T sub_group_shuffle(T x, uint lane) { return lw::sub_group::shuffle(x, lane); }                  \
    LW_CONVERGENT T sub_group_shuffle_xor(T x, uint mask) {                                                        \
        return lw::sub_group::shuffle(x, lw::sub_group::lane() ^ mask);                                            \
    }                                                                                                              \
    LW_CONVERGENT T sub_group_shuffle_up(T x, uint delta) {                                                        \
        return lw::sub_group::shuffle(x, lw::sub_group::lane() - delta);                                           \
    }                                                                                                              \
    LW_CONVERGENT T sub_group_shuffle_down(T x, uint delta) {                                                      \
        return lw::sub_group::shuffle(x, lw::sub_group::lane() + delta);                                           \
    }                                                                                                              \
    LW_CONVERGENT T sub_group_rotate(T x, int delta) {                                                             \
        return lw::sub_group::shuffle(x, lw::sub_group::lane() + uint(delta));                                     \
    }                                                                                                              \
    LW_CONVERGENT T sub_group_clustered_rotate(T x, int delta, uint size) {                                        \
        const uint lane = lw::sub_group::lane();                                                                   \
        return lw::sub_group::shuffle(x, (lane & ~(size - 1)) | ((lane + uint(delta)) & (size - 1)));              \
    }
LW_SUB_GROUP_TYPES(LW_SHUFFLES)
