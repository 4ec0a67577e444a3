// Creates the memory of pipes on the host (lanewise/pipe_layout.h). The functions of pipe_functions.h later change this
// memory. Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lanewise/pipe_layout.h"

namespace lanewise::device {

/// Returns the bytes that a pipe of `max_packets` packets of `packet_size` bytes takes. Both arguments must be above 0.
std::uint64_t pipe_bytes(std::uint32_t packet_size, std::uint32_t max_packets) noexcept;

/// Creates an empty pipe in the pipe_bytes(packet_size, max_packets) bytes at `memory`.
void make_pipe(std::byte* memory, std::uint32_t packet_size, std::uint32_t max_packets) noexcept;

}  // namespace lanewise::device
