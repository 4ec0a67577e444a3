// Reservations in a pipe (OpenCL C 3.0, section 6.15.18), in the memory that lanewise/pipe_layout.h describes. The
// builtins (src/builtins/pipe.h) call these functions and copy the packets.
//
// No thread waits for another. A reservation uses a single compare-and-exchange to advance the `end` of the readers or
// writers. A commit stores a note, which contains the reservation's end, at the index of the reservation's first
// packet. Then the commit advances `done` over all reservations that have a note and follow `done` without a gap. If an
// earlier reservation is not committed yet, the commit of that reservation will advance `done`. In each commit, a fence
// (seq_cst) orders the write of the note before the reads of `done` and of the notes of other commits. If two commits
// run at the same time, at least one of them therefore sees the note of the other.
//
// An id that is not the result of a reservation can at worst make the order of the packets in the pipe wrong.
// Thread-safe.
#pragma once

#include <cstdint>

#include "lanewise/pipe_layout.h"

extern "C" {

/// Reserves `most` packets, or all available packets if these are at least `least` but fewer than `most`. Returns the
/// reservation's id, or abi::no_reservation. `packet_size` must be the packet size of the pipe.
std::uint64_t lanewise_pipe_reserve(lanewise::abi::Pipe* pipe, std::uint32_t for_reading, std::uint32_t least,
                                    std::uint32_t most, std::uint32_t packet_size) noexcept;

/// Stores the note that marks a reservation as committed. The caller must then call `lanewise_pipe_advance`.
void lanewise_pipe_note(lanewise::abi::Pipe* pipe, std::uint32_t for_reading, std::uint64_t id) noexcept;

/// Advances `done` of the readers or writers over the committed reservations that follow `done` without a gap.
void lanewise_pipe_advance(lanewise::abi::Pipe* pipe, std::uint32_t for_reading) noexcept;

}  // extern "C"
