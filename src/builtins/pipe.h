// Shared parts of the pipe functions (OpenCL C 3.0, section 6.15.18). Functions of the device advance the positions of
// readers and writers (src/device/kernel/pipe_functions.h); the kernel itself copies packets.
#pragma once

#include "lanewise/pipe_layout.h"
#include "types.h"

namespace lw {

using PipeMemory = __global lanewise::abi::Pipe;
using lanewise::abi::no_reservation;

constexpr uint writing = 0, reading = 1;

ulong reserve(PipeMemory* memory, uint side, uint least, uint most, uint packet_size) __asm__("lanewise_pipe_reserve");
void note_commit(PipeMemory* memory, uint side, ulong id) __asm__("lanewise_pipe_note");
void advance(PipeMemory* memory, uint side) __asm__("lanewise_pipe_advance");

LW_INLINE void commit(PipeMemory* memory, uint side, ulong id) {
    note_commit(memory, side, id);
    advance(memory, side);
}

/// True if reservation `id` has a packet with number `index`, and the pipe's packets have `packet_size` bytes.
LW_INLINE bool has_packet(PipeMemory* memory, ulong id, uint index, uint packet_size) {
    return id != no_reservation && index < uint(id) && memory->packet_size == packet_size;
}

LW_INLINE __global char* packet_of(PipeMemory* memory, ulong id, uint index, uint packet_size) {
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

/// Copies a packet. Size and alignment are constants once the function is inlined into a kernel. The copy of a small
/// packet then becomes a few loads and stores, which are vectorized.
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
