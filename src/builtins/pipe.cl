// Pipe functions of work-items (OpenCL C 3.0, section 6.15.18), under the names that Clang calls. Clang appends the
// size and the alignment of a packet to the arguments.
#include "ocl_ops.h"
#include "pipe.h"

namespace lw {

/// Reads or writes one packet for each active lane, with one reservation for all lanes. If there are fewer packets than
/// active lanes, the first active lanes get the packets. `transfer` moves a lane's packet.
template <class Transfer>
LW_INLINE int pass_packet(PipeMemory* memory, uint side, uint size, Transfer transfer) {
    const uint lane = lanes_before(1);
    const uint lanes = lanes_total(1);
    ulong all = no_reservation;
    if (lane == 0) all = reserve(memory, side, 1, lanes, size);
    all = from_first(all);
    int result = -1;
    if (all != no_reservation && lane < uint(all)) {
        transfer(packet_of(memory, all, lane, size));
        // Lanes run in lockstep, so all lanes have moved their packets before this point.
        if (lane == 0) commit(memory, side, all);
        result = 0;
    }
    // Makes all active lanes wait for each other here. Without this wait, the compiler would place transfer and commit
    // after a loop that each lane leaves once it succeeds. Lanes that succeeded would then wait for the lanes that
    // still try, but these lanes would wait for room that only the commit can make.
    return result & -int(lanes_total(1) != 0);
}

LW_CONVERGENT int read_pipe(PipeMemory* memory, __generic char* to, uint size, uint alignment) __asm__("__read_pipe_2");
LW_CONVERGENT int read_pipe(PipeMemory* memory, __generic char* to, uint size, uint alignment) {
    return pass_packet(memory, reading, size, [=](__global char* packet) { copy_packet(to, packet, size, alignment); });
}

LW_CONVERGENT int write_pipe(PipeMemory* memory, const __generic char* from, uint size,
                             uint alignment) __asm__("__write_pipe_2");
LW_CONVERGENT int write_pipe(PipeMemory* memory, const __generic char* from, uint size, uint alignment) {
    return pass_packet(memory, writing, size,
                       [=](__global char* packet) { copy_packet(packet, from, size, alignment); });
}

int read_reserved(PipeMemory* memory, ulong id, uint index, __generic char* to, uint size,
                  uint alignment) __asm__("__read_pipe_4");
int read_reserved(PipeMemory* memory, ulong id, uint index, __generic char* to, uint size, uint alignment) {
    if (!has_packet(memory, id, index, size)) return -1;
    copy_packet(to, packet_of(memory, id, index, size), size, alignment);
    return 0;
}

int write_reserved(PipeMemory* memory, ulong id, uint index, const __generic char* from, uint size,
                   uint alignment) __asm__("__write_pipe_4");
int write_reserved(PipeMemory* memory, ulong id, uint index, const __generic char* from, uint size, uint alignment) {
    if (!has_packet(memory, id, index, size)) return -1;
    copy_packet(packet_of(memory, id, index, size), from, size, alignment);
    return 0;
}

/// Makes the reservations of all active lanes by one operation, if there is room for all of them. Otherwise each lane
/// tries to make its own reservation.
LW_INLINE ulong reserve_for_lanes(PipeMemory* memory, uint side, uint count, uint size) {
    constexpr uint most = 1u << 25;  // maximum `count`: the sum of the counts of 64 lanes does not overflow
    if (count > most) return reserve(memory, side, count, count, size);
    const uint before = lanes_before(count), total = lanes_total(count);
    ulong all = no_reservation;
    if (lanes_before(1) == 0) all = reserve(memory, side, total, total, size);
    all = from_first(all);
    if (all != no_reservation) return ((all >> 32) + before) << 32 | count;
    return total == count ? no_reservation : reserve(memory, side, count, count, size);
}

LW_INLINE void commit_for_lanes(PipeMemory* memory, uint side, ulong id) {
    note_commit(memory, side, id);
    if (lanes_before(1) == 0) advance(memory, side);
}

#define LW_ITEM_FORMS(verb, side)                                                                   \
    LW_CONVERGENT ulong reserve_##verb(PipeMemory* memory, uint count, uint size,                   \
                                       uint alignment) __asm__("__reserve_" #verb "_pipe");         \
    LW_CONVERGENT ulong reserve_##verb(PipeMemory* memory, uint count, uint size, uint alignment) { \
        return reserve_for_lanes(memory, side, count, size);                                        \
    }                                                                                               \
    LW_CONVERGENT void commit_##verb(PipeMemory* memory, ulong id, uint size,                       \
                                     uint alignment) __asm__("__commit_" #verb "_pipe");            \
    LW_CONVERGENT void commit_##verb(PipeMemory* memory, ulong id, uint size, uint alignment) {     \
        commit_for_lanes(memory, side, id);                                                         \
    }

LW_ITEM_FORMS(read, reading)
LW_ITEM_FORMS(write, writing)

bool is_valid(ulong id) __asm__("_Z19is_valid_reserve_id13ocl_reserveid");
bool is_valid(ulong id) { return id != no_reservation; }

ulong null_reserve_id() __asm__("__lw_null_reserve_id");
ulong null_reserve_id() { return no_reservation; }

/// Returns the number of packets that a reader could reserve.
LW_INLINE uint num_packets(PipeMemory* memory) {
    const ulong taken = __atomic_load_n(&memory->reading.end.value, __ATOMIC_ACQUIRE);
    return uint(__atomic_load_n(&memory->writing.done.value, __ATOMIC_ACQUIRE) - taken);
}

#define LW_PIPE_QUERIES(qualifier)                                                                              \
    uint num_packets_##qualifier(PipeMemory* memory, uint size,                                                 \
                                 uint alignment) __asm__("__get_pipe_num_packets_" #qualifier);                 \
    uint num_packets_##qualifier(PipeMemory* memory, uint size, uint alignment) { return num_packets(memory); } \
    uint max_packets_##qualifier(PipeMemory* memory, uint size,                                                 \
                                 uint alignment) __asm__("__get_pipe_max_packets_" #qualifier);                 \
    uint max_packets_##qualifier(PipeMemory* memory, uint size, uint alignment) { return memory->max_packets; }

LW_PIPE_QUERIES(ro)
LW_PIPE_QUERIES(wo)

}  // namespace lw
