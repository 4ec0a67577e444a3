// Work-item functions (OpenCL C 3.0, section 6.15.1). A dimension outside 0 to 2 has size 1 and id 0. The launch also
// stores size 1 and id 0 for each dimension from get_work_dim() to 2.
#include "ocl_ops.h"

namespace lw {

// An opaque operation requires a constant dimension. For a dimension that is not constant, selects therefore choose
// among the results of three operations. For a constant dimension, optimization removes two of the three operations.
#define LW_BY_DIMENSION(name, otherwise)                               \
    LW_INLINE ulong name##_of(uint dim) {                              \
        const ulong x = name(0), y = name(1), z = name(2);             \
        return dim == 0 ? x : dim == 1 ? y : dim == 2 ? z : otherwise; \
    }

LW_BY_DIMENSION(global_id, 0)
LW_BY_DIMENSION(local_id, 0)
LW_BY_DIMENSION(group_id, 0)
LW_BY_DIMENSION(num_groups, 1)
LW_BY_DIMENSION(global_size, 1)
LW_BY_DIMENSION(global_offset, 0)
LW_BY_DIMENSION(local_size, 1)
LW_BY_DIMENSION(enqueued_local_size, 1)

}  // namespace lw

uint get_work_dim() { return lw::work_dim(); }
size_t get_global_size(uint dim) { return lw::global_size_of(dim); }
size_t get_global_id(uint dim) { return lw::global_id_of(dim); }
size_t get_local_size(uint dim) { return lw::local_size_of(dim); }
size_t get_enqueued_local_size(uint dim) { return lw::enqueued_local_size_of(dim); }
size_t get_local_id(uint dim) { return lw::local_id_of(dim); }
size_t get_num_groups(uint dim) { return lw::num_groups_of(dim); }
size_t get_group_id(uint dim) { return lw::group_id_of(dim); }
size_t get_global_offset(uint dim) { return lw::global_offset_of(dim); }

// ((get_global_id(2) - get_global_offset(2)) * get_global_size(1) * get_global_size(0)) + ...
size_t get_global_linear_id() {
    const size_t z = lw::global_id(2) - lw::global_offset(2);
    const size_t y = lw::global_id(1) - lw::global_offset(1);
    const size_t x = lw::global_id(0) - lw::global_offset(0);
    return (z * lw::global_size(1) + y) * lw::global_size(0) + x;
}

// (get_local_id(2) * get_local_size(1) * get_local_size(0)) + (get_local_id(1) * get_local_size(0)) + ...
size_t get_local_linear_id() {
    return (lw::local_id(2) * lw::local_size(1) + lw::local_id(1)) * lw::local_size(0) +
           lw::local_id(0);
}
