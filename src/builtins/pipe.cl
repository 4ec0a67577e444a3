// Pipe functions of work-items (OpenCL C 3.0, section 6.15.15), under the names that Clang calls them by: it appends
// size and alignment of a packet.
#include "pipe.h"

#include "ocl_ops.h"

namespace lw {

LW_INLINE int read_packet(PipeMemory* memory, ulong id, uint index, __generic char* to, uint size, uint alignment) {
    const __global char* const packet = packet_of(memory, id, index, size);
    if (!packet) return -1;
    copy_packet(to, packet, size, alignment);
    return 0;
}

LW_INLINE int write_packet(PipeMemory* memory, ulong id, uint index, const __generic char* from, uint size,
                           uint alignment) {
    __global char* const packet = packet_of(memory, id, index, size);
    if (!packet) return -1;
    copy_packet(packet, from, size, alignment);
    return 0;
}

int read_pipe(PipeMemory* memory, __generic char* to, uint size, uint alignment) __asm__("__read_pipe_2");
int read_pipe(PipeMemory* memory, __generic char* to, uint size, uint alignment) {
    const ulong id = reserve<Side::reading>(memory, 1, size);
    if (id == no_reservation) return -1;
    read_packet(memory, id, 0, to, size, alignment);
    commit<Side::reading>(memory, id);
    return 0;
}

int write_pipe(PipeMemory* memory, const __generic char* from, uint size, uint alignment) __asm__("__write_pipe_2");
int write_pipe(PipeMemory* memory, const __generic char* from, uint size, uint alignment) {
    const ulong id = reserve<Side::writing>(memory, 1, size);
    if (id == no_reservation) return -1;
    write_packet(memory, id, 0, from, size, alignment);
    commit<Side::writing>(memory, id);
    return 0;
}

int read_reserved(PipeMemory* memory, ulong id, uint index, __generic char* to, uint size, uint alignment)
    __asm__("__read_pipe_4");
int read_reserved(PipeMemory* memory, ulong id, uint index, __generic char* to, uint size, uint alignment) {
    return read_packet(memory, id, index, to, size, alignment);
}

int write_reserved(PipeMemory* memory, ulong id, uint index, const __generic char* from, uint size, uint alignment)
    __asm__("__write_pipe_4");
int write_reserved(PipeMemory* memory, ulong id, uint index, const __generic char* from, uint size, uint alignment) {
    return write_packet(memory, id, index, from, size, alignment);
}

ulong reserve_read(PipeMemory* memory, uint count, uint size, uint alignment) __asm__("__reserve_read_pipe");
ulong reserve_read(PipeMemory* memory, uint count, uint size, uint alignment) {
    return reserve<Side::reading>(memory, count, size);
}

ulong reserve_write(PipeMemory* memory, uint count, uint size, uint alignment) __asm__("__reserve_write_pipe");
ulong reserve_write(PipeMemory* memory, uint count, uint size, uint alignment) {
    return reserve<Side::writing>(memory, count, size);
}

void commit_read(PipeMemory* memory, ulong id, uint size, uint alignment) __asm__("__commit_read_pipe");
void commit_read(PipeMemory* memory, ulong id, uint size, uint alignment) { commit<Side::reading>(memory, id); }

void commit_write(PipeMemory* memory, ulong id, uint size, uint alignment) __asm__("__commit_write_pipe");
void commit_write(PipeMemory* memory, ulong id, uint size, uint alignment) { commit<Side::writing>(memory, id); }

bool is_valid(ulong id) __asm__("_Z19is_valid_reserve_id13ocl_reserveid");
bool is_valid(ulong id) { return id != no_reservation; }

ulong null_reserve_id() __asm__("__lw_null_reserve_id");
ulong null_reserve_id() { return no_reservation; }

/// Packets that a reader could reserve.
LW_INLINE uint num_packets(PipeMemory* memory) {
    const ulong taken = __atomic_load_n(&memory->reading.end.value, __ATOMIC_ACQUIRE);
    return uint(__atomic_load_n(&memory->writing.done.value, __ATOMIC_ACQUIRE) - taken);
}

#define LW_PIPE_QUERIES(qualifier)                                                                        \
    uint num_packets_##qualifier(PipeMemory* memory, uint size, uint alignment)                             \
        __asm__("__get_pipe_num_packets_" #qualifier);                                                    \
    uint num_packets_##qualifier(PipeMemory* memory, uint size, uint alignment) { return num_packets(memory); } \
    uint max_packets_##qualifier(PipeMemory* memory, uint size, uint alignment)                             \
        __asm__("__get_pipe_max_packets_" #qualifier);                                                    \
    uint max_packets_##qualifier(PipeMemory* memory, uint size, uint alignment) { return memory->max_packets; }

LW_PIPE_QUERIES(ro)
LW_PIPE_QUERIES(wo)

}  // namespace lw
