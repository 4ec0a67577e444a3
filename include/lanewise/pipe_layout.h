// The memory of a pipe. The device creates the pipe and moves its positions (src/device/kernel/pipe_memory.h,
// pipe_functions.h); the builtins copy its packets (src/builtins/pipe.h). This header is compiled for the host and for
// kernels; `unsigned long` has 64 bits on both.
//
// Packets are stored in a ring. Positions are counted from 0 and never wrap around; the lowest bits of a position are
// an index in the ring. The writers have two positions, `end` and `done`, and the readers have their own `end` and
// `done`. Packets before the position `end` are reserved, and packets before `done` are also committed. Invariants:
// reading.done <= reading.end <= writing.done <= writing.end, and writing.end - reading.done <= max_packets. A pipe
// whose memory is zero is empty.
#pragma once

namespace lanewise::abi {

inline constexpr unsigned pipe_alignment = 128;  // two cache lines in bytes: processors fetch cache lines in pairs

struct alignas(pipe_alignment) PipePosition {
    unsigned long value;
};

struct PipeSide {
    PipePosition end;   // the end of the latest reservation
    PipePosition done;  // the position before which all reservations are committed
};

/// The header of a pipe. After the header follows an array that contains the state of each ring index as an `unsigned
/// long`. The state is twice the end position of the latest committed reservation that began at this index, plus 1 for
/// a read reservation. The packets begin at `packets_offset`.
struct alignas(pipe_alignment) Pipe {
    unsigned packet_size;          // in bytes
    unsigned max_packets;          // maximum number of packets
    unsigned place_mask;           // n - 1 for n ring indices; n is a power of two, at least max_packets
    unsigned long packets_offset;  // offset of the packets from the pipe's start, in bytes
    PipeSide writing, reading;
};

static_assert(sizeof(Pipe) == 5 * pipe_alignment);

/// CLK_NULL_RESERVE_ID. In all values of reserve_id_t except this one, the upper 32 bits are the low half of the
/// reservation's first position, and the lower 32 bits are the number of packets that it reserves.
inline constexpr unsigned long no_reservation = ~0ul;

}  // namespace lanewise::abi
