// Constexpr functions for the size of a pipe's memory and the offset of its packets (pipe_layout.h).
#pragma once

#include <bit>
#include <cstdint>

#include "lanewise/pipe_layout.h"

namespace lanewise::abi {

/// Returns the number of entries in the ring buffer of a pipe that holds up to `max_packets` packets.
constexpr std::uint64_t pipe_places(std::uint32_t max_packets) { return std::bit_ceil(std::uint64_t{max_packets}); }

/// Returns the offset of the packets from the pipe's start, in bytes.
constexpr std::uint64_t pipe_packets_offset(std::uint32_t max_packets) {
    const std::uint64_t end_of_states = sizeof(Pipe) + pipe_places(max_packets) * sizeof(std::uint64_t);
    return (end_of_states + pipe_alignment - 1) / pipe_alignment * pipe_alignment;
}

/// Returns the size of the pipe's memory in bytes.
constexpr std::uint64_t pipe_bytes(std::uint32_t packet_size, std::uint32_t max_packets) {
    return pipe_packets_offset(max_packets) + pipe_places(max_packets) * packet_size;
}

}  // namespace lanewise::abi
