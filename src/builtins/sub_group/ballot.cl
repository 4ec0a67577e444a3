// cl_khr_subgroup_ballot: predicates of all work-items of a sub-group as bits. Sub-groups have at most 64 work-items,
// so the upper half of a uint4 is zero.
#include "operations.h"

namespace lw::sub_group {

LW_INLINE uint4 spread(ulong bits) { return (uint4)(uint(bits), uint(bits >> 32), 0, 0); }
LW_INLINE ulong gather(uint4 bits) { return bits.x | ulong(bits.y) << 32; }
/// Returns the bits as one number, without the bits beyond the sub-group's last lane.
LW_INLINE ulong own(uint4 bits) { return gather(bits) & all_lanes_of(width()); }

}  // namespace lw::sub_group

LW_CONVERGENT uint4 sub_group_ballot(int predicate) {
    return lw::sub_group::spread(lw::sub_group::ballot(predicate != 0));
}
int sub_group_inverse_ballot(uint4 value) {
    return int(lw::sub_group::gather(value) >> lw::sub_group::lane()) & 1;
}
int sub_group_ballot_bit_extract(uint4 value, uint index) {
    return int(lw::sub_group::gather(value) >> (index & 63)) & 1;
}
uint sub_group_ballot_bit_count(uint4 value) { return uint(__builtin_popcountl(lw::sub_group::own(value))); }
uint sub_group_ballot_inclusive_scan(uint4 value) {
    return uint(__builtin_popcountl(lw::sub_group::gather(value) & lw::sub_group::lanes_upto()));
}
uint sub_group_ballot_exclusive_scan(uint4 value) {
    return uint(__builtin_popcountl(lw::sub_group::gather(value) & lw::sub_group::lanes_before()));
}
uint sub_group_ballot_find_lsb(uint4 value) { return uint(__builtin_ctzl(lw::sub_group::own(value))); }
uint sub_group_ballot_find_msb(uint4 value) { return 63 - uint(__builtin_clzl(lw::sub_group::own(value))); }

uint4 get_sub_group_eq_mask() { return lw::sub_group::spread(1UL << lw::sub_group::lane()); }
uint4 get_sub_group_ge_mask() {
    return lw::sub_group::spread(lw::sub_group::all_lanes_of(lw::sub_group::width()) & ~lw::sub_group::lanes_before());
}
uint4 get_sub_group_gt_mask() {
    return lw::sub_group::spread(lw::sub_group::all_lanes_of(lw::sub_group::width()) & ~lw::sub_group::lanes_upto());
}
uint4 get_sub_group_le_mask() { return lw::sub_group::spread(lw::sub_group::lanes_upto()); }
uint4 get_sub_group_lt_mask() { return lw::sub_group::spread(lw::sub_group::lanes_before()); }
