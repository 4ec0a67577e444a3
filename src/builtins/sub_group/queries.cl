// Sizes and ids of sub-groups, their barrier and votes (OpenCL C 3.0, sections 6.15.1, 6.15.8 and 6.15.20), and the
// votes of cl_khr_subgroup_non_uniform_vote. All these functions consider only the work-items that exist in the
// sub-group.
#include "memory_model.h"
#include "operations.h"

namespace lw::sub_group {

LW_INLINE uint count_in(ulong items) { return uint((items + width() - 1) / width()); }

}  // namespace lw::sub_group

uint get_sub_group_size() { return lw::sub_group::size(); }
uint get_max_sub_group_size() { return lw::sub_group::width(); }
uint get_num_sub_groups() {
    return lw::sub_group::count_in(lw::local_size(0) * lw::local_size(1) * lw::local_size(2));
}
uint get_enqueued_num_sub_groups() {
    return lw::sub_group::count_in(lw::enqueued_local_size(0) * lw::enqueued_local_size(1) *
                                   lw::enqueued_local_size(2));
}
uint get_sub_group_id() { return lw::sub_group::id(); }
uint get_sub_group_local_id() { return lw::sub_group::lane(); }

LW_CONVERGENT void sub_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
    // The work-items of a group share a thread, so a fence is needed only for scopes that include other threads.
    if (scope == memory_scope_device || scope == memory_scope_all_svm_devices)
        __atomic_thread_fence(__ATOMIC_ACQ_REL);
    lw::sub_group::barrier();
}
LW_CONVERGENT void sub_group_barrier(cl_mem_fence_flags flags) { lw::sub_group::barrier(); }

LW_CONVERGENT int sub_group_all(int predicate) { return lw::sub_group::ballot(predicate == 0) == 0; }
LW_CONVERGENT int sub_group_any(int predicate) { return lw::sub_group::ballot(predicate != 0) != 0; }

LW_CONVERGENT int sub_group_elect() { return lw::sub_group::lane() == lw::sub_group::first_lane(); }
LW_CONVERGENT int sub_group_non_uniform_all(int predicate) { return lw::sub_group::ballot(predicate == 0) == 0; }
LW_CONVERGENT int sub_group_non_uniform_any(int predicate) { return lw::sub_group::ballot(predicate != 0) != 0; }

#define LW_ALL_EQUAL(T)                                                                 \
    LW_CONVERGENT int sub_group_non_uniform_all_equal(T value) {                        \
        const T first = lw::sub_group::broadcast(value, lw::sub_group::first_lane());   \
        return lw::sub_group::ballot(!(value == first)) == 0;                           \
    }
LW_SUB_GROUP_TYPES(LW_ALL_EQUAL)
