// Reservations in a pipe (OpenCL C 3.0, section 6.15.18), over the memory that lanewise/pipe_layout.h describes. They
// are called by the builtins (src/builtins/pipe.h), which move the packets.
//
// No thread waits for another. A reservation moves the `end` of its side by one compare-and-exchange. A commit leaves a
// note at the reservation's first place, then moves `done` over all following reservations that have a note, without a
// gap. If an earlier reservation is not committed yet, its own commit will do that move. The note is written before
// `done` is read, and `done` before notes are read, with a fence between them (seq_cst): of two commits, at least one
// sees the other's write.
//
// Ids that no reservation returned only harm the pipe's own order. Thread-safe.
#pragma once

#include <cstdint>

#include "lanewise/pipe_layout.h"

extern "C" {

/// Reserves `most` packets, or fewer if at least `least` are there. Returns the reservation's id, or
/// abi::no_reservation. `packet_size` must be the pipe's.
std::uint64_t lanewise_pipe_reserve(lanewise::abi::Pipe* pipe, std::uint32_t for_reading, std::uint32_t least,
                                    std::uint32_t most, std::uint32_t packet_size) noexcept;

/// Notes that a reservation is committed. `lanewise_pipe_advance` must follow.
void lanewise_pipe_note(lanewise::abi::Pipe* pipe, std::uint32_t for_reading, std::uint64_t id) noexcept;

/// Moves the side's `done` over the committed reservations that follow it.
void lanewise_pipe_advance(lanewise::abi::Pipe* pipe, std::uint32_t for_reading) noexcept;

}  // extern "C"
