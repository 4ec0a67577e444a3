#include "device/kernel/pipe_memory.h"

#include <bit>
#include <cstring>
#include <new>

namespace lanewise::device {
namespace {

std::uint64_t places_of(std::uint32_t max_packets) { return std::bit_ceil(std::uint64_t{max_packets}); }

std::uint64_t packets_offset(std::uint32_t max_packets) {
    const std::uint64_t end_of_states = sizeof(abi::Pipe) + places_of(max_packets) * sizeof(std::uint64_t);
    return (end_of_states + abi::pipe_alignment - 1) / abi::pipe_alignment * abi::pipe_alignment;
}

}  // namespace

std::uint64_t pipe_bytes(std::uint32_t packet_size, std::uint32_t max_packets) noexcept {
    return packets_offset(max_packets) + places_of(max_packets) * packet_size;
}

void make_pipe(std::byte* memory, std::uint32_t packet_size, std::uint32_t max_packets) noexcept {
    std::memset(memory, 0, packets_offset(max_packets));
    auto* pipe = new (memory) abi::Pipe{};
    pipe->packet_size = packet_size;
    pipe->max_packets = max_packets;
    pipe->place_mask = static_cast<std::uint32_t>(places_of(max_packets) - 1);
    pipe->packets_offset = packets_offset(max_packets);
}

}  // namespace lanewise::device
