// The memory of a pipe. The device makes it and moves its positions (src/device/kernel/pipe_memory.h,
// pipe_functions.h); the builtins move its packets (src/builtins/pipe.h). Compiled for the host and for kernels;
// `unsigned long` has 64 bits on both.
//
// Packets lie in a ring. Positions are counted from 0 and never wrap around; the lowest bits of a position are its
// place in the ring. Writers and readers each have two positions: packets before `end` are reserved, packets before
// `done` are also committed. Invariants: reading.done <= reading.end <= writing.done <= writing.end, and writing.end is
// at most max_packets ahead of reading.done. A pipe of zeros is empty.
#pragma once

namespace lanewise::abi {

inline constexpr unsigned pipe_alignment = 128;  // two cache lines: processors fetch them in pairs

struct alignas(pipe_alignment) PipePosition {
    unsigned long value;
};

struct PipeSide {
    PipePosition end;   // end of the latest reservation
    PipePosition done;  // all reservations before it are committed
};

/// The header of a pipe. It is followed by one `unsigned long` for the state of each place, and by the packets at
/// `packets_offset`. A state describes the latest committed reservation that began at the place: its end position times
/// two, plus one for a read reservation.
struct alignas(pipe_alignment) Pipe {
    unsigned packet_size;          // bytes
    unsigned max_packets;          // capacity
    unsigned place_mask;           // places - 1; the number of places is a power of two, at least max_packets
    unsigned long packets_offset;  // bytes from the pipe's start
    PipeSide writing, reading;
};

static_assert(sizeof(Pipe) == 5 * pipe_alignment);

/// CLK_NULL_RESERVE_ID. The upper 32 bits of any other reserve_id_t are the low half of its first position, the lower
/// 32 bits its number of packets.
inline constexpr unsigned long no_reservation = ~0ul;

}  // namespace lanewise::abi
