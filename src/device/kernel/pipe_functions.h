// Reservations in a pipe (OpenCL C 3.0, section 6.15.15), over the memory that lanewise/pipe_layout.h describes: called
// by the builtins (src/builtins/pipe.h), which move the packets.
//
// Nobody waits for anybody. A reservation moves the `end` of its side by one compare-and-exchange. A commit leaves a
// note at the reservation's first place, then moves `done` over all reservations that have one, without a gap: who
// commits what was reserved later leaves the rest to who commits what was reserved before. The note is written before
// `done` is read, and `done` before notes are read, with a fence between them (seq_cst): one of both sees the other's.
//
// Ids that no reservation gave do no harm but to the pipe's own order. Thread-safe.
#pragma once

#include <cstdint>

#include "lanewise/pipe_layout.h"

extern "C" {

/// The next `most` packets, or as many as there are if these are `least` or more: a reservation's id, or
/// abi::no_reservation. `packet_size` must be the pipe's.
std::uint64_t lanewise_pipe_reserve(lanewise::abi::Pipe* pipe, std::uint32_t for_reading, std::uint32_t least,
                                    std::uint32_t most, std::uint32_t packet_size) noexcept;

/// Notes that a reservation is committed. `lanewise_pipe_advance` must follow.
void lanewise_pipe_note(lanewise::abi::Pipe* pipe, std::uint32_t for_reading, std::uint64_t id) noexcept;

/// Moves the side's `done` over what is committed behind it.
void lanewise_pipe_advance(lanewise::abi::Pipe* pipe, std::uint32_t for_reading) noexcept;

}  // extern "C"
