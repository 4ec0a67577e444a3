// Pipe of 32-bit words that the fuzzer fills and reads by the device's functions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "device/kernel/pipe_functions.h"
#include "device/kernel/pipe_memory.h"
#include "device/machine/host_memory.h"

namespace lanewise::fuzz {

class WordPipe {
public:
    /// Makes a pipe for `max_packets` packets, or for one packet if `max_packets` is 0.
    explicit WordPipe(std::size_t max_packets)
        : size_(static_cast<std::uint32_t>(std::max<std::size_t>(max_packets, 1))),
          block_(device::pipe_bytes(sizeof(std::uint32_t), size_)) {
        device::make_pipe(memory(), sizeof(std::uint32_t), size_);
    }

    std::byte* memory() const { return block_.data(); }

    /// Writes `count` packets that all contain `word`.
    void fill(std::uint32_t count, std::uint32_t word) {
        constexpr std::uint32_t writing = 0;
        const std::uint64_t all = lanewise_pipe_reserve(&pipe(), writing, count, count, sizeof word);
        for (std::uint32_t i = 0; i < count; ++i) packet(i) = word;
        lanewise_pipe_note(&pipe(), writing, all);
        lanewise_pipe_advance(&pipe(), writing);
    }

    /// Returns whether every reservation has been committed.
    bool is_settled() const {
        const auto has_all = [](const abi::PipeSide& side) { return side.end.value == side.done.value; };
        return has_all(pipe().writing) && has_all(pipe().reading);
    }

    /// Returns all packets that could be read, sorted.
    std::vector<std::uint32_t> content() const {
        std::vector<std::uint32_t> words;
        for (std::uint64_t at = pipe().reading.done.value; at < pipe().writing.done.value; ++at)
            words.push_back(packet(at));
        std::ranges::sort(words);
        return words;
    }

private:
    abi::Pipe& pipe() const { return *reinterpret_cast<abi::Pipe*>(memory()); }
    std::uint32_t& packet(std::uint64_t position) const {
        return reinterpret_cast<std::uint32_t*>(memory() + pipe().packets_offset)[position & pipe().place_mask];
    }

    const std::uint32_t size_;
    device::HostBlock block_;
};

}  // namespace lanewise::fuzz
