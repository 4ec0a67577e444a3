// Pipe functions of sub-groups (OpenCL C 3.0, section 6.15.18): the first work-item reserves and commits for the whole
// sub-group.
#include "operations.h"
#include "pipe.h"

namespace lw {

LW_INLINE ulong reserve_for_sub_group(PipeMemory* memory, uint side, uint count, uint size) {
    ulong id = no_reservation;
    if (sub_group::lane() == 0) id = reserve(memory, side, count, count, size);
    return sub_group::broadcast(id, 0);
}

LW_INLINE void commit_for_sub_group(PipeMemory* memory, uint side, ulong id) {
    // Lanes run in lockstep, so all lanes have moved their packets before this point.
    if (sub_group::lane() == 0) commit(memory, side, id);
}

#define LW_SUB_GROUP_FORMS(verb, side)                                                                \
    LW_CONVERGENT ulong reserve_##verb(PipeMemory* memory, uint count, uint size,                     \
                                       uint alignment) __asm__("__sub_group_reserve_" #verb "_pipe"); \
    LW_CONVERGENT ulong reserve_##verb(PipeMemory* memory, uint count, uint size, uint alignment) {   \
        return reserve_for_sub_group(memory, side, count, size);                                      \
    }                                                                                                 \
    LW_CONVERGENT void commit_##verb(PipeMemory* memory, ulong id, uint size,                         \
                                     uint alignment) __asm__("__sub_group_commit_" #verb "_pipe");    \
    LW_CONVERGENT void commit_##verb(PipeMemory* memory, ulong id, uint size, uint alignment) {       \
        commit_for_sub_group(memory, side, id);                                                       \
    }

LW_SUB_GROUP_FORMS(read, reading)
LW_SUB_GROUP_FORMS(write, writing)

}  // namespace lw
