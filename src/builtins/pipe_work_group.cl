// Pipe functions of work-groups (OpenCL C 3.0, section 6.15.18): the first work-item reserves and commits for the whole
// group.
#include "memory_model.h"
#include "ocl_ops.h"
#include "pipe.h"

namespace lw {

constexpr uint local_fence = 1;  // CLK_LOCAL_MEM_FENCE

LW_INLINE bool is_first() { return local_id(0) == 0 && local_id(1) == 0 && local_id(2) == 0; }

LW_INLINE ulong reserve_for_group(PipeMemory* memory, uint side, uint count, uint size) {
    __local ulong* place = (__local ulong*)group_scratch();
    if (is_first()) *place = reserve(memory, side, count, count, size);
    barrier(local_fence);
    const ulong id = *place;
    barrier(local_fence);
    return id;
}

LW_INLINE void commit_for_group(PipeMemory* memory, uint side, ulong id) {
    barrier(local_fence);
    if (is_first()) commit(memory, side, id);
}

#define LW_GROUP_FORMS(verb, side)                                                                     \
    LW_CONVERGENT ulong reserve_##verb(PipeMemory* memory, uint count, uint size,                      \
                                       uint alignment) __asm__("__work_group_reserve_" #verb "_pipe"); \
    LW_CONVERGENT ulong reserve_##verb(PipeMemory* memory, uint count, uint size, uint alignment) {    \
        return reserve_for_group(memory, side, count, size);                                           \
    }                                                                                                  \
    LW_CONVERGENT void commit_##verb(PipeMemory* memory, ulong id, uint size,                          \
                                     uint alignment) __asm__("__work_group_commit_" #verb "_pipe");    \
    LW_CONVERGENT void commit_##verb(PipeMemory* memory, ulong id, uint size, uint alignment) {        \
        commit_for_group(memory, side, id);                                                            \
    }

LW_GROUP_FORMS(read, reading)
LW_GROUP_FORMS(write, writing)

}  // namespace lw
