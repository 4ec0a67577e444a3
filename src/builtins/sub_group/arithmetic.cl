// Reductions and scans over sub-groups, defined by OpenCL C 3.0, section 6.15.20, and by the extensions
// cl_khr_subgroup_extended_types, cl_khr_subgroup_non_uniform_arithmetic and cl_khr_subgroup_clustered_reduce.
#include "operations.h"

#define LW_REDUCTIONS(T, prefix, name)                                                                             \
    LW_CONVERGENT T prefix##reduce_##name(T x) { return lw::sub_group::reduce_##name(x); }                         \
    LW_CONVERGENT T prefix##scan_inclusive_##name(T x) { return lw::sub_group::scan_inclusive_##name(x); }         \
    LW_CONVERGENT T prefix##scan_exclusive_##name(T x) { return lw::sub_group::scan_exclusive_##name(x); }
#define LW_NON_UNIFORM(T, name)                                                                                    \
    LW_REDUCTIONS(T, sub_group_non_uniform_, name)                                                                 \
    LW_CONVERGENT T sub_group_clustered_reduce_##name(T x, uint size) {                                            \
        return lw::sub_group::cluster_##name(x, size);                                                             \
    }

#define LW_NUMBERS(T)                    \
    LW_REDUCTIONS(T, sub_group_, add)    \
    LW_REDUCTIONS(T, sub_group_, min)    \
    LW_REDUCTIONS(T, sub_group_, max)    \
    LW_NON_UNIFORM(T, add)               \
    LW_NON_UNIFORM(T, mul)               \
    LW_NON_UNIFORM(T, min)               \
    LW_NON_UNIFORM(T, max)
#define LW_BITS(T)          \
    LW_NON_UNIFORM(T, and)  \
    LW_NON_UNIFORM(T, or)   \
    LW_NON_UNIFORM(T, xor)

LW_SUB_GROUP_TYPES(LW_NUMBERS)
LW_SUB_GROUP_INTEGERS(LW_BITS)

namespace lw::sub_group {

// Reductions of predicates, by ballots of one bit for each lane. `among` has one bit for each lane whose predicate is
// part of this lane's result.
LW_INLINE int all_of(int predicate, ulong among) { return (ballot(predicate == 0) & among) == 0; }
LW_INLINE int any_of(int predicate, ulong among) { return (ballot(predicate != 0) & among) != 0; }
LW_INLINE int odd_of(int predicate, ulong among) { return is_odd(ballot(predicate != 0) & among); }

LW_INLINE ulong cluster_of(uint size) { return all_lanes_of(size) << (lane() & ~(size - 1)); }

}  // namespace lw::sub_group

#define LW_LOGICAL(name, combine)                                                                                  \
    LW_CONVERGENT int sub_group_non_uniform_reduce_logical_##name(int predicate) {                                 \
        return lw::sub_group::combine(predicate, ~0UL);                                                            \
    }                                                                                                              \
    LW_CONVERGENT int sub_group_non_uniform_scan_inclusive_logical_##name(int predicate) {                         \
        return lw::sub_group::combine(predicate, lw::sub_group::lanes_upto());                                     \
    }                                                                                                              \
    LW_CONVERGENT int sub_group_non_uniform_scan_exclusive_logical_##name(int predicate) {                         \
        return lw::sub_group::combine(predicate, lw::sub_group::lanes_before());                                   \
    }                                                                                                              \
    LW_CONVERGENT int sub_group_clustered_reduce_logical_##name(int predicate, uint size) {                        \
        return lw::sub_group::combine(predicate, lw::sub_group::cluster_of(size));                                 \
    }
LW_LOGICAL(and, all_of)
LW_LOGICAL(or, any_of)
LW_LOGICAL(xor, odd_of)
