#include "device/kernel/pipe_memory.h"

#include <cstring>
#include <new>

#include "lanewise/pipe_size.h"

namespace lanewise::device {
std::uint64_t pipe_bytes(std::uint32_t packet_size, std::uint32_t max_packets) noexcept {
    return abi::pipe_bytes(packet_size, max_packets);
}

void make_pipe(std::byte* memory, std::uint32_t packet_size, std::uint32_t max_packets) noexcept {
    std::memset(memory, 0, abi::pipe_packets_offset(max_packets));
    auto* pipe = new (memory) abi::Pipe{};
    pipe->packet_size = packet_size;
    pipe->max_packets = max_packets;
    pipe->place_mask = static_cast<std::uint32_t>(abi::pipe_places(max_packets) - 1);
    pipe->packets_offset = abi::pipe_packets_offset(max_packets);
}

}  // namespace lanewise::device
