// Reservations in a pipe (OpenCL C 3.0, section 6.15.15), over the memory that lanewise/pipe_layout.h describes.
//
// Nobody waits for anybody: a reservation moves the `end` of its side by one compare-and-exchange. A commit leaves a
// note at the reservation's first place, and moves `done` over all reservations that have one, without a gap: who
// commits what was reserved later leaves the rest to who commits what was reserved before. The note is written before
// `done` is read, and the other way round, in one order of all (seq_cst): one of both always sees the other's.
#pragma once

#include "lanewise/pipe_layout.h"
#include "types.h"

namespace lw {

using PipeMemory = __global lanewise::abi::Pipe;
using Position = __global ulong;

/// CLK_NULL_RESERVE_ID. A valid reserve_id_t holds the low half of its first position and, below it, the number of
/// its packets.
constexpr ulong no_reservation = ~0UL;

enum class Side : uint { writing, reading };

template <Side side>
LW_INLINE __global lanewise::abi::PipeSide& side_of(PipeMemory* memory) {
    return side == Side::writing ? memory->writing : memory->reading;
}

/// The next `count` packets, if the side has so many: all or none.
template <Side side>
LW_INLINE ulong reserve(PipeMemory* memory, uint count, uint packet_size) {
    if (memory->packet_size != packet_size) return no_reservation;
    Position* const end = &side_of<side>(memory).end.value;
    ulong start = __atomic_load_n(end, __ATOMIC_ACQUIRE);
    do {
        // Read behind `start`, so that it is no smaller: positions only grow.
        const ulong limit = side == Side::writing
                                ? __atomic_load_n(&memory->reading.done.value, __ATOMIC_ACQUIRE) + memory->max_packets
                                : __atomic_load_n(&memory->writing.done.value, __ATOMIC_ACQUIRE);
        if (count > limit - start) return no_reservation;
    } while (!__atomic_compare_exchange_n(end, &start, start + count, /*weak=*/false, __ATOMIC_ACQ_REL,
                                          __ATOMIC_ACQUIRE));
    return start << 32 | count;
}

LW_INLINE Position* states_of(PipeMemory* memory) { return (Position*)(memory + 1); }

/// Moves `done` of the side over what is committed behind it.
template <Side side>
LW_INLINE void advance(PipeMemory* memory) {
    Position* const done = &side_of<side>(memory).done.value;
    ulong from = __atomic_load_n(done, __ATOMIC_SEQ_CST);
    for (;;) {
        // What earlier rounds left at a place ends at it or before.
        ulong to = from;
        for (;;) {
            const ulong state = __atomic_load_n(states_of(memory) + (to & memory->place_mask), __ATOMIC_SEQ_CST);
            if ((state & 1) != ulong(side) || (state >> 1) <= to) break;
            to = state >> 1;
        }
        if (to == from) return;
        if (__atomic_compare_exchange_n(done, &from, to, /*weak=*/false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) from = to;
    }
}

template <Side side>
LW_INLINE void commit(PipeMemory* memory, ulong id) {
    const uint count = uint(id);
    const ulong freed = __atomic_load_n(&memory->reading.done.value, __ATOMIC_ACQUIRE);
    const ulong ahead = uint(id >> 32) - uint(freed);
    // What is not reserved, as far as can be told, stays as it is.
    if (count == 0 || ahead + count > memory->max_packets) return;
    const ulong start = freed + ahead;
    __atomic_store_n(states_of(memory) + (start & memory->place_mask), (start + count) << 1 | ulong(side),
                     __ATOMIC_SEQ_CST);
    advance<side>(memory);
}

/// The packet `index` of a reservation, of `packet_size` bytes; null when it has no such.
LW_INLINE __global char* packet_of(PipeMemory* memory, ulong id, uint index, uint packet_size) {
    if (id == no_reservation || index >= uint(id) || memory->packet_size != packet_size) return nullptr;
    const uint place = (uint(id >> 32) + index) & memory->place_mask;
    return (__global char*)memory + memory->packets_offset + ulong(place) * packet_size;
}

template <class T, class To, class From>
LW_INLINE void copy_as(To to, From from, uint size) {
    for (uint i = 0; i < size; i += sizeof(T), to += sizeof(T), from += sizeof(T)) {
        if constexpr (same_type<To, __global char*>)
            *(__global T*)to = *(const __generic T*)from;
        else
            *(__generic T*)to = *(const __global T*)from;
    }
}

/// Copies a packet. Size and alignment are constants once this is part of a kernel: small packets become a few moves,
/// which lanes make together.
template <class To, class From>
LW_INLINE void copy_packet(To to, From from, uint size, uint alignment) {
    constexpr uint small = 128;
    if (size > small)
        __builtin_memcpy(to, from, size);
    else if (alignment % 8 == 0)
        copy_as<ulong>(to, from, size);
    else if (alignment % 4 == 0)
        copy_as<uint>(to, from, size);
    else if (alignment % 2 == 0)
        copy_as<ushort>(to, from, size);
    else
        copy_as<uchar>(to, from, size);
}

}  // namespace lw
