// The memory of pipes (lanewise/pipe_layout.h), as the host makes it; pipe_functions.h changes it. Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lanewise/pipe_layout.h"

namespace lanewise::device {

/// Bytes that a pipe of `max_packets` packets of `packet_size` bytes takes; both are above 0.
std::uint64_t pipe_bytes(std::uint32_t packet_size, std::uint32_t max_packets) noexcept;

/// Makes an empty pipe of the pipe_bytes(packet_size, max_packets) bytes at `memory`.
void make_pipe(std::byte* memory, std::uint32_t packet_size, std::uint32_t max_packets) noexcept;

}  // namespace lanewise::device
