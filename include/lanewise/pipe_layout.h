// The memory of a pipe: the device makes it and moves its positions
// (src/device/kernel/pipe_memory.h, pipe_functions.h), the builtins move its packets (src/builtins/pipe.h). Compiled
// for the host and for kernels, where `unsigned long` has 64 bits alike.
//
// Packets lie in a ring. Positions in it are counted from 0 and never wrap around; the place of a position is its
// lowest bits. Writers and readers each have two positions: what lies before `end` is reserved, what lies before
// `done` is committed as well. In order: reading.done <= reading.end <= writing.done <= writing.end, and the last is at
// most max_packets ahead of the first. Zeros are an empty pipe.
#pragma once

namespace lanewise::abi {

inline constexpr unsigned pipe_alignment = 128;  // two cache lines: processors fetch them in pairs

struct alignas(pipe_alignment) PipePosition {
    unsigned long value;
};

struct PipeSide {
    PipePosition end;   // of the latest reservation
    PipePosition done;  // all reservations before it are committed
};

/// Followed by the states of the places, one `unsigned long` each, and, at `packets_offset`, the packets themselves. A
/// state is that of the latest committed reservation which began at the place: the position behind it, times two, plus
/// one if it was for reading.
struct alignas(pipe_alignment) Pipe {
    unsigned packet_size;          // bytes
    unsigned max_packets;          // that it holds at a time
    unsigned place_mask;           // places - 1; their number is a power of two, max_packets or more
    unsigned long packets_offset;  // bytes from the start
    PipeSide writing, reading;
};

static_assert(sizeof(Pipe) == 5 * pipe_alignment);

/// CLK_NULL_RESERVE_ID. Any other reserve_id_t is the low half of its first position, above the number of its packets.
inline constexpr unsigned long no_reservation = ~0ul;

}  // namespace lanewise::abi
